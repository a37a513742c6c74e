import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** What a server of the bench has: pages by path, the brand's files by address, browser files in a folder. */
export interface Served {
  readonly pages: ReadonlyMap<string, Uint8Array>;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly folder: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves them on a free port of this machine. @returns its address, and what ends it */
export async function serve({ pages, files, folder }: Served): Promise<{ origin: string; close: () => void }> {
  const find = async (path: string) =>
    files.get(path) ?? (/^\/_astro\/[\w@.-]+$/.test(path) ? await readFile(join(folder, path)) : undefined);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const page = pages.get(path);
    if (page) return void response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    find(path).then(
      (content) => {
        if (!content) return response.writeHead(404).end();
        return response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream').end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
