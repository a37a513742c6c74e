import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { portError } from '#src/lib/cli.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import { REQUEST_ID_HEADER, withRequestId } from '#src/lib/request-id.ts';
import { SECURITY_HEADERS } from '#src/lib/response-headers.ts';

/** An HTTP server that handles malformed and slow clients. */
export interface HttpServer {
  /**
   * @param port use 0 for any free port
   * @returns the port in use
   */
  listen(port: number, host: string): Promise<number>;
  /** Whether the server is shutting down. It may still respond. */
  isDraining(): boolean;
  /**
   * Closes the server in two steps. For `drainMs` (default: 0) it still responds to all requests, with `Connection:
   * close`, so that a proxy can switch to another server. Afterwards it accepts no more connections, and requests in
   * progress get ten seconds.
   */
  close(drainMs?: number): Promise<void>;
}

/** Handles a request. Returns a promise only if the response is not available synchronously. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface HttpServerOptions {
  readonly log: Log;
  /** How long a client may take to send its headers, in ms. */
  readonly headersTimeoutMs: number;
}

const GRACE_MS = 10_000;
/** How long a connection may take to send another request after the drain, in ms. */
const MAX_LAST_REQUEST_MS = 250;
/** Interval at which idle connections are closed during shutdown, in ms. */
const CLOSE_IDLE_EVERY_MS = 50;
/** How long an idle connection stays open, in ms. It must be longer than in a proxy (nginx: 60 seconds). */
const KEEP_ALIVE_MS = 65_000;
/** How long a connection may be inactive, in ms, for example because the client has stopped reading. */
const INACTIVITY_TIMEOUT_MS = 120_000;

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
    // In HTTP/1.1, connections are persistent without a header that says so.
    if (request.httpVersion === '1.1' && response.shouldKeepAlive) response.removeHeader('Connection');
    latest.set(request.socket, response);
    response.on('error', () => response.destroy());
    withRequestId(request.headers[REQUEST_ID_HEADER], () => answer(request, response));
  });
  // A client that half-closes the connection after its last request still gets the response, however long it takes.
  // Node's types lack this option.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.setTimeout(INACTIVITY_TIMEOUT_MS);
  answerInvalidRequests(server, latest);
  return {
    listen: (port, host) => listen(server, port, host, log),
    isDraining: () => isDraining,
    async close(drainMs = 0) {
      isDraining = true;
      if (drainMs > 0) await wait(drainMs);
      await close(server, Math.min(drainMs, MAX_LAST_REQUEST_MS));
    },
  };
}

/**
 * Closes each connection after its response was sent, and all remaining connections after the grace period.
 * @param lastRequestMs time to wait first, because a proxy may have just opened a connection to send a request
 */
async function close(server: Server, lastRequestMs: number): Promise<void> {
  await untilAllIsRead();
  const closed = new Promise<void>((resolve) => {
    // The HTTP server's own `close` would end idle connections immediately.
    NetServer.prototype.close.call(server, () => resolve());
  });
  await wait(lastRequestMs);
  await untilAllIsRead();
  // This also stops the checks for slow clients. The callback receives an error, because the server is no longer
  // listening.
  server.close(() => undefined);
  const idle = setInterval(() => void untilAllIsRead().then(() => server.closeIdleConnections()), CLOSE_IDLE_EVERY_MS);
  const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}

/**
 * Maximum duration of a quiet turn of the event loop, in ms. In a quiet turn, all received data was already handled and
 * no new data has arrived.
 */
const QUIET_TURN_MS = 1;
const MAX_TURNS = 200;

/**
 * Waits until the event loop has received everything that the operating system has queued: connections that clients
 * believe to be open, and requests on connections that look idle. If the server closed earlier, these requests would be
 * lost, and a proxy does not repeat a POST.
 */
async function untilAllIsRead(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < QUIET_TURN_MS) return;
  }
}

function sendInternalError(log: Log, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const trace = error instanceof Error ? error.stack : messageOf(error);
  // Logs the path without the query, which may contain a visitor's secrets.
  log.error(`request failed: ${trace}`, { path: request.url?.replace(/\?.*/s, '') });
  if (response.headersSent) return void response.destroy();
  const headers = { ...SECURITY_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(500, headers).end('Internal error\n');
}

const STATUS_BY_CODE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Responds to invalid requests, for which Node would close the connection without a response.
 * @param latest the last response started on each socket
 */
function answerInvalidRequests(server: Server, latest: WeakMap<object, ServerResponse>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // While another response is being sent on this connection, the client would take ours for a part of it.
    const isResponding = latest.get(socket)?.writableFinished === false;
    if (error.code === 'ECONNRESET' || !socket.writable || isResponding) socket.destroy();
    else socket.end(emptyResponse(STATUS_BY_CODE[error.code ?? ''] ?? '400 Bad Request'));
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    // Node has detached the connection from the server, so it must be ended here.
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
      server.on('error', (error) => log.error(`the server cannot accept connections: ${error.message}`));
      resolve((server.address() as AddressInfo).port);
    });
  });
}
