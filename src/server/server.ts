import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '#src/lib/errors.ts';
import { listenError } from '#src/lib/listen-error.ts';
import type { Log } from '#src/lib/log.ts';
import { createQuickLane, type QuickAnswer } from './quick-lane.ts';
import { KEEP_ALIVE_S } from './wire.ts';

/** An HTTP server that outlives whatever is sent to it. */
export interface GuardedServer {
  /** @returns the port; 0 asks for any free one */
  listen(port: number, host: string): Promise<number>;
  /** Lets requests under way finish, for at most five seconds. */
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface ServerOptions {
  readonly log: Log;
  /** How long a client may take to send its headers. */
  readonly headersTimeoutMs: number;
  /** Answers what it can before node:http is asked (quick-lane.ts). */
  readonly quick?: QuickAnswer;
}

const GRACE_MS = 5000;
/** A connection on which nothing moves, such as that of a client which stops reading. */
const IDLE_MS = 120_000;

export function createGuardedServer(handle: Handler, options: ServerOptions): GuardedServer {
  const { log, headersTimeoutMs, quick } = options;
  const limits = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersTimeoutMs,
    requestTimeout: 4 * headersTimeoutMs,
    connectionsCheckingInterval: Math.ceil(headersTimeoutMs / 3),
    keepAliveTimeout: KEEP_ALIVE_S * 1000,
    insecureHTTPParser: false,
  };
  const answering = new WeakMap<object, number>();
  const count = (socket: object, more: number) => answering.set(socket, (answering.get(socket) ?? 0) + more);
  let closing = false;
  const server = createServer(limits, (request, response) => {
    const { socket } = request;
    count(socket, 1);
    response.on('error', () => response.destroy());
    response.on('close', () => {
      count(socket, -1);
      if (closing) server.closeIdleConnections();
    });
    handle(request, response).catch((error: unknown) => fault(log, request, response, error));
  });
  server.setTimeout(IDLE_MS);
  answerOddities(server, answering);
  const lane = quick && createQuickLane(server, quick);
  return {
    listen: (port, host) => listen(server, port, host, log),
    async close() {
      closing = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      lane?.close();
      const timer = setTimeout(() => {
        server.closeAllConnections();
        lane?.destroy();
      }, GRACE_MS);
      await closed;
      clearTimeout(timer);
    },
  };
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
 * @param answering how many answers are under way on a socket
 */
function answerOddities(server: Server, answering: WeakMap<object, number>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of another answer on this connection, ours would be read as a part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || (answering.get(socket) ?? 0) > 0) {
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
    const refuse = (error: NodeJS.ErrnoException) => reject(listenError(error, port));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      server.on('error', (error) => log.error(`the server cannot take connections: ${error.message}`));
      resolve((server.address() as AddressInfo).port);
    });
  });
}
