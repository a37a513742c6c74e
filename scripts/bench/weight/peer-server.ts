import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { LecternError } from '#src/lib/errors.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.txt': 'text/plain',
};
/** The Brotli qualities that we use for pages of a release, pages rendered on request, and files. */
const QUALITY = { page: 3, onRequest: 5, file: 11 };
/** Matches the paths of the peer's pages that we would render on request. They are named after their kinds. */
const ON_REQUEST = /^\/(?:novel|chapter)$/;

/** Serves a peer's build, compressed like our own pages and files. Images, fonts and style sheets are ours. */
export async function servePeer(folder: string, ours: string): Promise<{ origin: string; close(): void }> {
  const server = createServer((message, response) => {
    const path = decodeURIComponent((message.url ?? '/').split('?', 1)[0] ?? '/');
    const file = ['', '.html', '/index.html'].map((end) => join(folder, path + end)).find(isFile);
    if (file === undefined) return passOn(ours, message, response);
    sendFile(file, qualityOf(path, file), response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new LecternError('BENCH', 'The peer has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile();

function qualityOf(path: string, file: string): number {
  if (extname(file) !== '.html') return QUALITY.file;
  return ON_REQUEST.test(path) ? QUALITY.onRequest : QUALITY.page;
}

async function sendFile(file: string, quality: number, response: ServerResponse): Promise<void> {
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const body = brotliCompressSync(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br', 'Content-Length': body.length }).end(body);
}

function passOn(ours: string, { url, headers }: IncomingMessage, response: ServerResponse): void {
  const forwarded = request(ours + url, { headers: { ...headers, host: new URL(ours).host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.once('error', () => response.destroy());
  forwarded.end();
}
