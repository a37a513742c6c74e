import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { portError } from '#src/lib/cli.ts';

/** A message to the preview page: the file of a retaken screenshot, or the progress. */
export type News = { readonly picture: string } | { readonly state: string };

export interface PreviewServer {
  readonly port: number;
  /** Sends a message to all open preview pages. Pages that are opened later get the latest progress. */
  send(news: News): void;
  close(): Promise<void>;
}

interface Served {
  readonly page: string;
  /** Folder of the screenshots. Only those in `files` are served. */
  readonly pictures: string;
  readonly files: ReadonlySet<string>;
  readonly port: number;
}

/** Serves the preview page, its screenshots and its events, on this machine only. */
export async function servePreview({ page, pictures, files, port }: Served): Promise<PreviewServer> {
  const open = new Set<ServerResponse>();
  let last: News | undefined;
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.replace(/^\/pictures\//, '');
    if (path === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else if (path === '/events') listen(response);
    else if (file !== path && files.has(file)) void sendPicture(join(pictures, file), response);
    else response.writeHead(404).end();
  });
  const listen = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    open.add(response);
    response.on('close', () => open.delete(response));
    response.write(last ? lineOf(last) : '\n');
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    send(news) {
      if ('state' in news) last = news;
      for (const response of open) response.write(lineOf(news));
    },
    async close() {
      for (const response of open) response.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const lineOf = (news: News) => `data: ${JSON.stringify(news)}\n\n`;

/** Sends a screenshot, or a 404 if it has not been taken yet. */
async function sendPicture(file: string, response: ServerResponse): Promise<void> {
  const picture = await readFile(file).catch(() => undefined);
  if (picture) response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(picture);
  else response.writeHead(404).end();
}
