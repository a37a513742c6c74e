import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { portError } from '#src/lib/cli.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { REQUEST_ID_HEADER, withRequestId } from '#src/lib/request-id.ts';
import { SECURITY_HEADERS } from '#src/lib/response-headers.ts';

/** An HTTP server that keeps running whatever is sent to it. */
export interface HttpServer {
  /** @returns the port; 0 takes any free one */
  listen(port: number, host: string): Promise<number>;
  /** Whether it is ending, while it may still answer. */
  isDraining(): boolean;
  /**
   * Ends in two steps. For `drainMs` (default 0) everything is still answered, with `Connection: close`, so that a proxy
   * has time to turn to another server. Then no connection is taken any more, and requests in progress have ten seconds.
   */
  close(drainMs?: number): Promise<void>;
}

/** Answers a request. It returns a promise only where it has to wait. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface HttpServerOptions {
  readonly log: Log;
  /** How long a client may take to send its headers. */
  readonly headersTimeoutMs: number;
}

const GRACE_MS = 10_000;
/** How long after the drain a connection may take to send its request. */
const MOST_LAST_REQUEST_MS = 250;
/** How often idle connections are ended while the server closes. */
const CLOSE_IDLE_EVERY_MS = 50;
/** How long an idle connection is kept: longer than a proxy keeps it (nginx: 60 seconds). */
const KEEP_ALIVE_MS = 65_000;
/** How long a connection may stand still, as that of a client that stops reading does. */
const STALLED_MS = 120_000;

export function createHttpServer(handle: Handler, { log, headersTimeoutMs }: HttpServerOptions): HttpServer {
  const options = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersTimeoutMs,
    requestTimeout: 4 * headersTimeoutMs,
    connectionsCheckingInterval: Math.ceil(headersTimeoutMs / 3),
    keepAliveTimeout: KEEP_ALIVE_MS,
    insecureHTTPParser: false,
    optimizeEmptyRequests: true,
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    try {
      handle(request, response)?.catch((error: unknown) => sendInternalError(log, request, response, error));
    } catch (error) {
      sendInternalError(log, request, response, error);
    }
  };
  const latest = new WeakMap<object, ServerResponse>();
  let isDraining = false;
  const server = createServer(options, (request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    latest.set(request.socket, response);
    response.on('error', () => response.destroy());
    withRequestId(request.headers[REQUEST_ID_HEADER], () => answer(request, response));
  });
  // A client that has sent its last request still gets the response, however long that takes. Node's types lack it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(STALLED_MS);
  answerInvalidRequests(server, latest);
  return {
    listen: (port, host) => listen(server, port, host, log),
    isDraining: () => isDraining,
    async close(drainMs = 0) {
      isDraining = true;
      if (drainMs > 0) await wait(drainMs);
      await close(server, Math.min(drainMs, MOST_LAST_REQUEST_MS));
    },
  };
}

/**
 * Connections end once their response is sent; after the grace period all do.
 * @param lastRequestMs how long a connection may be idle first: a proxy may have just opened it to send a request
 */
async function close(server: Server, lastRequestMs: number): Promise<void> {
  await untilAllIsRead();
  const closed = new Promise<void>((resolve) => {
    // The server's own close would end idle connections at once.
    NetServer.prototype.close.call(server, () => resolve());
  });
  await wait(lastRequestMs);
  await untilAllIsRead();
  // Also ends the checks for slow clients. The error that it no longer listens is none here.
  server.close(() => undefined);
  const idle = setInterval(() => void untilAllIsRead().then(() => server.closeIdleConnections()), CLOSE_IDLE_EVERY_MS);
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}

/** A turn of the event loop that takes less has handled all that came, and nothing more has come meanwhile. */
const QUIET_TURN_MS = 1;
const MOST_TURNS = 200;

/**
 * Waits until the event loop has taken what the system holds for it: connections that clients believe to be open, and
 * requests on connections that look idle. What is closed with them is lost, and a proxy repeats no POST.
 */
async function untilAllIsRead(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < QUIET_TURN_MS) return;
  }
}

function sendInternalError(log: Log, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const trace = error instanceof Error ? error.stack : messageOf(error);
  // The query may hold what only the visitor may know.
  log.error(`a request failed: ${trace}`, { path: request.url?.replace(/\?.*/s, '') });
  if (response.headersSent) return void response.destroy();
  const headers = { ...SECURITY_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(500, headers).end('Internal error\n');
}

const STATUS_BY_CODE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers what Node leaves to its user, and would else end without a word.
 * @param latest the last response that was begun on each socket
 */
function answerInvalidRequests(server: Server, latest: WeakMap<object, ServerResponse>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of another response on this connection, an answer would be read as a part of it.
    const isResponding = latest.get(socket)?.writableFinished === false;
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding) socket.destroy();
    else socket.end(emptyResponse(STATUS_BY_CODE[error.code ?? ''] ?? '400 Bad Request'));
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    // Node has given the connection away: it ends only here.
    socket.end(emptyResponse('405 Method Not Allowed\r\nAllow: GET, HEAD'), () => socket.destroy());
  });
}

const emptyResponse = (head: string) => `HTTP/1.1 ${head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

function listen(server: Server, port: number, host: string, log: Log): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(portError(error, port));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      server.on('error', (error) => log.error(`the server cannot take connections: ${error.message}`));
      resolve((server.address() as AddressInfo).port);
    });
  });
}
