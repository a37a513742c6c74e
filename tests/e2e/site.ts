import { request as open } from 'node:http';

const address = () => {
  const address = process.env['LECTERN_E2E_URL'];
  if (!address) throw new Error('LECTERN_E2E_URL is not set: tests/e2e/global-setup.ts starts the site.');
  return new URL(address);
};

const hostOf = (brand: string) => (brand === 'local' ? 'localhost' : `${brand}.localhost`);

/** URL of a brand of the site under test. Browsers resolve `*.localhost` to this machine. */
export const siteOf = (brand: string, port = portOfSite()): string => `http://${hostOf(brand)}:${port}`;

export function portOfSite(): number {
  return Number(address().port);
}

export interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

/**
 * Sends a request without a browser and without following redirects. Node cannot resolve `*.localhost`, so the Host
 * header selects the brand.
 */
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
