import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, errors, request as send } from 'undici';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { readUpTo } from '../http/read-up-to.ts';

/** A call as sent to the upstream. */
export interface UpstreamCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array | null;
}

/** The outcome of a call. `left`: the visitor left after this many milliseconds. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /**
       * JSON up to MAX_JSON_BYTES and other bodies up to MAX_WHOLE_BYTES are read completely. A longer body is a stream
       * that the caller must consume or destroy.
       */
      readonly body: Uint8Array | Readable;
    }
  | { readonly kind: 'timeout' }
  /** A failed call. If `isPassing` is true, the failure is transient, so a retry may succeed. */
  | { readonly kind: 'unusable'; readonly reason: string; readonly isPassing: boolean }
  | { readonly kind: 'left'; readonly afterMs: number };

/** Maximum size of JSON that is forwarded. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;
/**
 * Maximum size of other responses that are read completely before they are forwarded, so that the call can be retried
 * after a connection reset.
 */
const MAX_WHOLE_BYTES = 512 * 1024;

/** Statuses that a gateway sends while the upstream restarts. */
const PASSING_STATUSES = new Set([502, 504]);

/**
 * Accepted statuses: those in the contract, and error statuses that any HTTP server may return. Redirects are not
 * followed, and no request asks for a range.
 */
const STATUSES = new Set([
  200, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 413, 414, 415, 421, 422, 429, 431, 451, 500, 501, 503,
]);

/**
 * Makes one call, and reads its body if it is JSON. The promise never rejects.
 * @param timeoutMs timeout for the headers, or for the whole response if it is read completely; also the maximum time
 * between two chunks
 * @param left aborted when the visitor no longer waits
 */
export async function callUpstream(
  dispatcher: Dispatcher,
  call: UpstreamCall,
  timeoutMs: number,
  left: AbortSignal,
): Promise<Outcome> {
  const began = performance.now();
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs);
  left.addEventListener('abort', end, { once: true });
  if (left.aborted) end();
  try {
    return await exchange(dispatcher, call, ending.signal);
  } catch (error) {
    if (left.aborted) return { kind: 'left', afterMs: performance.now() - began };
    if (ending.signal.aborted || isTimeout(error)) return { kind: 'timeout' };
    const isPassing = !(error instanceof TooLongError);
    return { kind: 'unusable', reason: messageOf(error) || 'no connection', isPassing };
  } finally {
    clearTimeout(timer);
  }
}

const isTimeout = (error: unknown) =>
  error instanceof errors.ConnectTimeoutError ||
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError;

/** Discards a response that will not be read. */
export function discard(outcome: Outcome): void {
  if (outcome.kind === 'answer' && !(outcome.body instanceof Uint8Array)) outcome.body.on('error', () => {}).destroy();
}

class TooLongError extends LecternError {
  constructor() {
    super('CLIENT_TOO_LARGE', `the response has more than ${MAX_JSON_BYTES} bytes`);
  }
}

async function exchange(dispatcher: Dispatcher, call: UpstreamCall, signal: AbortSignal): Promise<Outcome> {
  const { url, method, headers, body } = call;
  const answer = await send(url, { dispatcher, method: method as 'GET', headers, body, signal });
  const { statusCode: status } = answer;
  const isKnown = status === 304 && headers['if-none-match'] !== undefined;
  if (!isKnown && !STATUSES.has(status)) {
    answer.body.on('error', () => {}).destroy();
    return { kind: 'unusable', reason: `it responded with status ${status}`, isPassing: PASSING_STATUSES.has(status) };
  }
  const isJson = String(answer.headers['content-type']).includes('json');
  const isWhole = isJson || Number(answer.headers['content-length']) <= MAX_WHOLE_BYTES;
  return {
    kind: 'answer',
    status,
    headers: answer.headers,
    body: isWhole ? await readWhole(answer.body) : answer.body,
  };
}

async function readWhole(body: Readable): Promise<Uint8Array> {
  const bytes = await readUpTo(body, MAX_JSON_BYTES);
  if (bytes === undefined) throw new TooLongError();
  return bytes;
}
