import { request as open } from 'node:http';

const address = () => {
  const given = process.env['LECTERN_E2E_URL'];
  if (!given) throw new Error('LECTERN_E2E_URL is not set: tests/e2e/global-setup.ts starts the site.');
  return new URL(given);
};

const hostOf = (brand: string) => (brand === 'local' ? 'localhost' : `${brand}.localhost`);

/** Address of a brand of the site under test; `*.localhost` is this machine to every browser. */
export const siteOf = (brand: string, port = portOfSite()): string => `http://${hostOf(brand)}:${port}`;

export function portOfSite(): number {
  return Number(address().port);
}

export interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

/** Sends a request without a browser and follows no redirect. Node cannot resolve `*.localhost`, so the Host header names the brand. */
export function request(
  brand: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  const { port } = address();
  const options = { host: '127.0.0.1', port, path, method, headers: { ...headers, host: `${hostOf(brand)}:${port}` } };
  return new Promise((resolve, reject) => {
    const asking = open(options, async (response) => {
      let text = '';
      for await (const piece of response.setEncoding('utf8')) text += piece;
      resolve({ status: response.statusCode ?? 0, location: response.headers.location, text });
    });
    asking.on('error', reject).end(body);
  });
}
