import { toUpstreamError, UpstreamError } from './error.ts';
import { RETRY_DELAY_MS } from './limits.ts';
import type { HttpRequest, HttpResponse, Transport } from './types.ts';

/** Statuses of faults that may be over a second later. */
const TRANSIENT = new Set([429, 500, 502, 503, 504]);

export interface RetryOptions {
  /** Two calls have the effect of one, so the request may be repeated once. */
  readonly idempotent: boolean;
  /** For everything, the retry included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What one attempt gave. */
export type Outcome = HttpResponse | UpstreamError;

/**
 * Sends a request within a time limit, and where that may help once more.
 * @throws UpstreamError
 */
export type Send = (request: HttpRequest, options: RetryOptions) => Promise<HttpResponse>;

/**
 * Sends for browsers and for a nightly rebuild, which must not give up at the first failure. Sends a request, and once more `RETRY_DELAY_MS` later after a network error or a transient status, if time is left.
 * @throws UpstreamError
 */
export async function sendWithRetry(
  send: Transport,
  request: HttpRequest,
  options: RetryOptions,
): Promise<HttpResponse> {
  const { signal, release } = timeLimit(request.name, options);
  const attempt = () => attempted(send, request, signal);
  try {
    const first = await attempt();
    const again = options.idempotent && isTransient(first, RETRY_DELAY_MS) && (await pause(RETRY_DELAY_MS, signal));
    // The first outcome says more than the time limit that ended the pause.
    return unwrap(again ? await attempt() : first);
  } finally {
    release();
  }
}

/** Sends once. What the transport throws becomes a value. */
export async function attempted(send: Transport, request: HttpRequest, signal: AbortSignal): Promise<Outcome> {
  try {
    signal.throwIfAborted();
    return await send(request, signal);
  } catch (error) {
    return toUpstreamError(error, request.name);
  }
}

/** @throws UpstreamError the outcome, where it is one */
export function unwrap(outcome: Outcome): HttpResponse {
  if (outcome instanceof UpstreamError) throw outcome;
  return outcome;
}

/** Whether a retry after the pause may help. Where the upstream asks for a longer one, there is no retry. */
export function isTransient(outcome: Outcome, pauseMs: number): boolean {
  if (outcome instanceof UpstreamError) return outcome.code === 'CLIENT_NETWORK';
  return TRANSIENT.has(outcome.status) && (outcome.retryAfterMs ?? 0) <= pauseMs;
}

/** One signal for the time limit and the client's own; browsers that lack `AbortSignal.any` are still in use. */
export function timeLimit(
  name: string,
  { timeoutMs, signal: outer }: RetryOptions,
): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort(new UpstreamError('CLIENT_ABORTED', `${name}: given up by its client`));
  const expire = () =>
    controller.abort(new UpstreamError('CLIENT_TIMEOUT', `${name}: no answer within ${timeoutMs} ms`));
  const timer = setTimeout(expire, timeoutMs);
  outer?.addEventListener('abort', abort, { once: true });
  if (outer?.aborted) abort();
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

/** @returns true after the whole pause, false where the signal ended it */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}

/** The header `Retry-After`, seconds or a date, as milliseconds from now. */
export function retryAfterOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
