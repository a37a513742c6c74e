import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Agent, errors, request as send } from 'undici';
import { messageOf } from '#src/lib/errors.ts';
import { readUpTo } from './read-up-to.ts';

/** A call as it is sent to the upstream. */
export interface UpstreamCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array | null;
}

/** What came of a call. `left`: the visitor did not wait for it, for so many milliseconds. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** JSON is read whole, anything else comes as a stream that its reader has to end. */
      readonly body: Uint8Array | Readable;
    }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'left'; readonly afterMs: number };

/** Longest JSON that is passed on, in bytes. */
const MAX_JSON_BYTES = 8 * 1024 * 1024;

/**
 * The statuses of the contract, and those of errors that any HTTP server may give. Redirects are not followed, and no
 * request asks for a part of an answer.
 */
const STATUSES = new Set([
  200, 400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 413, 414, 415, 421, 422, 429, 431, 451, 500, 501, 503,
]);

/**
 * Makes one call, and reads its answer as far as it is JSON. Never rejects.
 * @param timeoutMs until the headers have come, of JSON until the body has; pieces of other bodies may be as long apart
 * @param left aborted when the visitor no longer waits
 */
export async function callUpstream(
  agent: Agent,
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
    return await exchange(agent, call, ending.signal);
  } catch (error) {
    if (left.aborted) return { kind: 'left', afterMs: performance.now() - began };
    return ending.signal.aborted || isTimeout(error)
      ? { kind: 'timeout' }
      : { kind: 'unusable', reason: messageOf(error) || 'no connection' };
  } finally {
    clearTimeout(timer);
  }
}

const isTimeout = (error: unknown) =>
  error instanceof errors.ConnectTimeoutError ||
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError;

async function exchange(agent: Agent, call: UpstreamCall, signal: AbortSignal): Promise<Outcome> {
  const { url, method, headers, body } = call;
  const answer = await send(url, { dispatcher: agent, method: method as 'GET', headers, body, signal });
  const { statusCode: status } = answer;
  const isKnown = status === 304 && headers['if-none-match'] !== undefined;
  if (!isKnown && !STATUSES.has(status)) {
    answer.body.on('error', () => {}).destroy();
    return { kind: 'unusable', reason: `it answered ${status}` };
  }
  const isJson = String(answer.headers['content-type']).includes('json');
  return { kind: 'answer', status, headers: answer.headers, body: isJson ? await readJson(answer.body) : answer.body };
}

async function readJson(body: Readable): Promise<Uint8Array> {
  const json = await readUpTo(body, MAX_JSON_BYTES);
  if (json === undefined) throw new Error(`it answered more than ${MAX_JSON_BYTES} bytes`);
  return json;
}
