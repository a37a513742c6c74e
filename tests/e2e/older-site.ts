import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OlderSite {
  /** Origin of the brand. */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves a brand of the site under test, with a script in front of its service worker. We do not use Playwright's
 * `route`, because it would also intercept the requests of the service worker, and some page loads in Chromium would
 * then never end.
 * @param site origin of the brand under test
 */
export async function startOlderSite(site: string, script: string): Promise<OlderSite> {
  const { hostname, port } = new URL(site);
  const server = createServer((incoming, response) => {
    const isWorker = incoming.url === '/sw.js';
    // The worker is requested uncompressed and unconditionally (never 304), so that the script can be added.
    const headers = isWorker ? { host: incoming.headers.host } : incoming.headers;
    const { method, url: path } = incoming;
    const forwarded = request({ host: '127.0.0.1', port, path, method, headers }, (answer) =>
      respond(response, answer, isWorker ? script : ''),
    );
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function respond(response: ServerResponse, answer: IncomingMessage, prefix: string): void {
  const { 'content-length': length, ...headers } = answer.headers;
  const sized = length === undefined ? {} : { 'content-length': Number(length) + Buffer.byteLength(prefix) };
  response.writeHead(answer.statusCode ?? 502, { ...headers, ...sized });
  if (prefix !== '') response.write(prefix);
  answer.pipe(response);
}
