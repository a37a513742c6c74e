import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrandBundle } from '#src/brand/assets.ts';
import { createHostTable } from '#src/brand/hosts.ts';
import type { Brand } from '#src/brand/registry.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { SiteApp } from '#src/renderer/index.ts';
import { type Ask, plainPage } from './answer.ts';
import { createTrustCheck, readAsk } from './ask.ts';
import { type BrandPages, createBrandPages } from './brand-pages.ts';
import { createFileStore } from './files.ts';
import { health } from './health.ts';
import { createApiProxy, fail } from './proxy.ts';
import { createRenderedPages } from './rendered.ts';

const MIB = 1024 * 1024;

export interface FrontConfig {
  readonly brands: readonly { readonly brand: Brand; readonly bundle: BrandBundle }[];
  /** Folder of all state: releases are read from `<state>/<brand>/current`. */
  readonly state: string;
  readonly upstreamOrigin: string;
  /** The built site, for pages rendered on request. */
  readonly site: SiteApp;
  /** Folder of the built site's browser files. */
  readonly clientFolder: string;
  /** Addresses or subnets whose forwarded headers are believed. */
  readonly proxies: readonly string[];
  readonly log: Log;
  /** Memory for bodies, in bytes; default 64 MiB for files and as much for rendered pages. */
  readonly cacheBytes?: number;
}

export interface Front {
  /** @returns the port; 0 asks for any free one */
  listen(port: number, host?: string): Promise<number>;
  close(): Promise<void>;
}

/** One HTTP server for all brands (docs/front.md). */
export function createFront(config: FrontConfig): Front {
  const { log, cacheBytes = 64 * MIB } = config;
  const files = createFileStore(cacheBytes);
  const rendered = createRenderedPages({ ...config, boundBytes: cacheBytes });
  const proxy = createApiProxy(config.upstreamOrigin, log);
  const trusts = createTrustCheck(config.proxies);
  const brandOf = createHostTable(config.brands.map(({ brand }) => brand));
  const pages = new Map(
    config.brands.map(({ brand, bundle }) => [
      brand.id,
      createBrandPages({ ...config, brand, bundle, files, rendered }),
    ]),
  );

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const ask = readAsk(request, trusts);
    if (!ask) return malformed(response);
    if (ask.path === '/healthz' || ask.path === '/readyz') return health(ask, response, [...pages.values()]);
    const brand = brandOf(ask.host);
    const site = brand && pages.get(brand.id);
    if (!site) return plainPage(ask, response, 421, 'No site here', 'There is no site at this address.');
    if (isApiPath(ask, site.brand)) return forwardCall(ask, request, response);
    if (ask.method !== 'GET' && ask.method !== 'HEAD') return notAllowed(response);
    return site.answer(ask, response);
  };

  const forwardCall = async (ask: Ask, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (/(^|\/)\.{1,2}(\/|$)|\\|%2e|%2f|%5c|%00/i.test(ask.path)) {
      return fail(ask, response, 400, 'BAD_REQUEST', 'The path of the call is malformed.');
    }
    return proxy.forward(ask, request, response);
  };

  const server = createServer(LIMITS, (request, response) => {
    response.on('error', () => response.destroy());
    handle(request, response).catch((error: unknown) => {
      log.error(`a request failed: ${error instanceof Error ? error.stack : messageOf(error)}`, {
        url: request.url ?? '',
      });
      if (response.headersSent) response.destroy();
      else
        response.writeHead(500, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end('Internal error\n');
    });
  });
  harden(server);
  return {
    listen: (port, host = '127.0.0.1') => listen(server, port, host),
    close: () => close(server, [...pages.values()], proxy.close),
  };
}

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  insecureHTTPParser: false,
};

const isApiPath = (ask: Ask, brand: Brand) => ask.path.startsWith(`${brand.apiPrefix}/`);

function malformed(response: ServerResponse): void {
  response.writeHead(400, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', Connection: 'close' });
  response.end('The request target is malformed.\n');
}

function notAllowed(response: ServerResponse): void {
  const headers = {
    Allow: 'GET, HEAD',
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  response.writeHead(405, headers).end('Pages are read by GET and HEAD.\n');
}

/** What Node hands to the socket itself, and would end the connection silently or the process loudly. */
function harden(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken
          ? new ConfigError(`Port ${port} is in use. End the other program or give another port with --port.`, {
              cause: error,
            })
          : error,
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Lets requests under way finish, for at most five seconds. */
async function close(server: Server, pages: readonly BrandPages[], closeProxy: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 5000);
  await closed;
  clearTimeout(timer);
  for (const site of pages) site.close();
  await closeProxy();
}
