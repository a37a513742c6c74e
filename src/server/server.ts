import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portError } from '#src/lib/cli.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';

/** An HTTP server that outlives whatever is sent to it. */
export interface GuardedServer {
  /** @returns the port; 0 asks for any free one */
  listen(port: number, host: string): Promise<number>;
  /** Lets requests under way finish, for at most five seconds. */
  close(): Promise<void>;
}

/** Answers a request; at once where it can, so that no promise is made for a response that is at hand. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface ServerOptions {
  readonly log: Log;
  /** How long a client may take to send its headers. */
  readonly headersTimeoutMs: number;
}

const GRACE_MS = 5000;
/** How often connections are looked at while the server closes. */
const CLOSE_IDLE_EVERY_MS = 50;
/** An idle connection is kept for so long, which is longer than a proxy keeps it (nginx: 60 seconds). */
const KEEP_ALIVE_MS = 65_000;
/** A connection on which nothing moves, such as that of a client which stops reading. */
const IDLE_MS = 120_000;

export function createGuardedServer(handle: Handler, options: ServerOptions): GuardedServer {
  const { log, headersTimeoutMs } = options;
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersTimeoutMs,
    requestTimeout: 4 * headersTimeoutMs,
    connectionsCheckingInterval: Math.ceil(headersTimeoutMs / 3),
    keepAliveTimeout: KEEP_ALIVE_MS,
    insecureHTTPParser: false,
    optimizeEmptyRequests: true,
  };
  const latest = new WeakMap<object, ServerResponse>();
  const server = createServer(limits, (request, response) => {
    latest.set(request.socket, response);
    response.on('error', () => response.destroy());
    try {
      handle(request, response)?.catch((error: unknown) => fault(log, request, response, error));
    } catch (error) {
      fault(log, request, response, error);
    }
  });
  server.setTimeout(IDLE_MS);
  answerOddities(server, latest);
  return { listen: (port, host) => listen(server, port, host, log), close: () => close(server) };
}

/** Connections end once their response is sent; after the grace period all do. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}

function fault(log: Log, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const trace = error instanceof Error ? error.stack : messageOf(error);
  log.error(`a request failed: ${trace}`, { url: request.url ?? '' });
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end('Internal error\n');
}

const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * What Node leaves to its user, and would else answer by ending the connection without a word.
 * @param latest the last response that was begun on each socket
 */
function answerOddities(server: Server, latest: WeakMap<object, ServerResponse>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of another answer on this connection, ours would be read as a part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || latest.get(socket)?.writableFinished === false) {
      socket.destroy();
      return;
    }
    socket.end(plainAnswer(REFUSALS[error.code ?? ''] ?? '400 Bad Request'));
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    // The server has let go of the connection: nobody else would end it.
    socket.end(plainAnswer('405 Method Not Allowed\r\nAllow: GET, HEAD'), () => socket.destroy());
  });
}

const plainAnswer = (head: string) => `HTTP/1.1 ${head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

function listen(server: Server, port: number, host: string, log: Log): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(portError(error, port));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      server.on('error', (error) => log.error(`the server cannot take connections: ${error.message}`));
      resolve((server.address() as AddressInfo).port);
    });
  });
}
