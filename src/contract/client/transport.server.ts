import { errors, Pool } from 'undici';
import { REQUEST_ID_HEADER, requestId } from '#src/lib/request-id.ts';
import { UpstreamError } from './error.ts';
import { MAX_RESPONSE_BYTES, TIMEOUT_MS } from './limits.ts';
import { retryAfterOf } from './retry.ts';
import type { HttpRequest, HttpResponse, Transport } from './types.ts';

export interface TransportOptions {
  /** Scheme, host and port, such as `http://127.0.0.1:4400`. */
  readonly origin: string;
  readonly timeoutMs?: number;
  /** Maximum number of open sockets. Further calls wait for a free socket. */
  readonly connections?: number;
  readonly maxResponseBytes?: number;
}

export interface ServerTransport {
  readonly send: Transport;
  /** Closes the connections after the calls in progress have ended. */
  close(): Promise<void>;
}

/** Creates a transport that keeps connections alive between calls as long as the upstream allows. */
export function createTransport(options: TransportOptions): ServerTransport {
  const { origin, timeoutMs = TIMEOUT_MS, connections = 32, maxResponseBytes = MAX_RESPONSE_BYTES } = options;
  const limits = {
    connections,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxResponseBytes,
  };
  const pool = new Pool(origin, limits);
  // With `pipelining: 0`, undici does not keep connections alive, so each request opens a new one.
  const newConnections = new Pool(origin, { ...limits, pipelining: 0 });
  return {
    send: async (request, signal, onNewConnection = false) => {
      try {
        return await sendBy(onNewConnection ? newConnections : pool, request, signal);
      } catch (error) {
        throw translateError(error, request.name, timeoutMs, maxResponseBytes);
      }
    },
    close: async () => void (await Promise.all([pool.close(), newConnections.close()])),
  };
}

async function sendBy(pool: Pool, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const { method, target: path, body = null } = request;
  const id = requestId();
  const headers = id === undefined ? request.headers : { ...request.headers, [REQUEST_ID_HEADER]: id };
  const response = await pool.request({ method, path, headers, body, signal });
  return {
    status: response.statusCode,
    etag: firstOf(response.headers['etag']),
    contentType: firstOf(response.headers['content-type']),
    retryAfterMs: retryAfterOf(firstOf(response.headers['retry-after'])),
    body: await response.body.text(),
  };
}

const firstOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

const TIMEOUTS = [errors.ConnectTimeoutError, errors.HeadersTimeoutError, errors.BodyTimeoutError];

function translateError(error: unknown, name: string, timeoutMs: number, maxResponseBytes: number): unknown {
  if (TIMEOUTS.some((type) => error instanceof type)) {
    return new UpstreamError('CLIENT_TIMEOUT', `${name}: no response within ${timeoutMs} ms`, { cause: error });
  }
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    const message = `${name}: the response is longer than ${maxResponseBytes} bytes`;
    return new UpstreamError('CLIENT_TOO_LARGE', message, { cause: error });
  }
  return error;
}
