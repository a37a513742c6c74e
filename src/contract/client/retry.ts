import { toUpstreamError, UpstreamError } from './error.ts';
import { RETRY_DELAY_MS } from './limits.ts';
import type { HttpRequest, HttpResponse, Transport } from './types.ts';

/** Statuses after which a request may succeed a second later. */
const TRANSIENT = new Set([429, 500, 502, 503, 504]);

/** A retry is sent only if at least this much time is left. */
const MIN_ATTEMPT_MS = 100;

export interface RetryOptions {
  /** Whether repeating the request has no further effect, so that it may be retried. */
  readonly idempotent: boolean;
  /** Time limit for all attempts together. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The outcome of an attempt to send a request. */
export type Outcome = HttpResponse | UpstreamError;

/**
 * Sends a request within a time limit and retries transient failures.
 * @throws UpstreamError
 */
export type Send = (request: HttpRequest, options: RetryOptions) => Promise<HttpResponse>;

export interface Repetition<T> {
  /** The pauses before the retries. The length of the list is the maximum number of retries. */
  readonly pausesMs: readonly number[];
  /** The deadline, on the clock of `performance.now()`. */
  readonly until: number;
  /** Aborts a pause. */
  readonly signal: AbortSignal;
  /** Returns the minimum pause before a retry, in ms; undefined if a retry would not help. */
  retryPause(outcome: T): number | undefined;
  /** Returns whether a retry is allowed. Called before each retry; default: always. */
  mayRetry?(): boolean;
  /** Called with each outcome after which there is a retry. */
  discard?(outcome: T): void;
}

/**
 * Makes an attempt and retries transient failures, each after its pause, or after the longer pause that the upstream
 * requests (`Retry-After`). Returns the last outcome if no retries are left, or if a pause would exceed the deadline.
 */
export async function repeat<T>(attempt: (isRetry: boolean) => Promise<T>, options: Repetition<T>): Promise<T> {
  const { pausesMs, until, signal, retryPause, mayRetry = () => true, discard } = options;
  let outcome = await attempt(false);
  for (const pauseMs of pausesMs) {
    const minPauseMs = retryPause(outcome);
    if (minPauseMs === undefined) break;
    const waitMs = Math.max(pauseMs, minPauseMs);
    if (performance.now() + waitMs + MIN_ATTEMPT_MS > until) break;
    if (waitMs > 0 && !(await pause(waitMs, signal))) break;
    if (!mayRetry()) break;
    discard?.(outcome);
    outcome = await attempt(true);
  }
  return outcome;
}

/** How a call is retried. */
export type RetryRule = Pick<Repetition<Outcome>, 'pausesMs' | 'retryPause' | 'mayRetry'>;

/** The rule in browsers: one retry after a second (docs/use/contract.md). */
const BROWSER_RULE: RetryRule = { pausesMs: [RETRY_DELAY_MS], retryPause };

/**
 * Sends a request within a time limit, and retries transient failures as the rule says.
 * @throws UpstreamError if there is no response
 */
export async function sendWithRetry(
  send: Transport,
  request: HttpRequest,
  options: RetryOptions,
  rule = BROWSER_RULE,
): Promise<HttpResponse> {
  const until = performance.now() + options.timeoutMs;
  const { signal, release } = timeLimit(request.name, options);
  const attempt = (isRetry: boolean) => sendOnce(send, request, signal, isRetry);
  try {
    return unwrap(await (options.idempotent ? repeat(attempt, { ...rule, until, signal }) : attempt(false)));
  } finally {
    release();
  }
}

/** Sends the request once. Converts an exception of the transport to an `UpstreamError` and returns it. */
async function sendOnce(
  send: Transport,
  request: HttpRequest,
  signal: AbortSignal,
  onNewConnection = false,
): Promise<Outcome> {
  try {
    signal.throwIfAborted();
    return await send(request, signal, onNewConnection);
  } catch (error) {
    return toUpstreamError(error, request.name);
  }
}

/** Returns the response of an outcome. @throws UpstreamError if the outcome is one */
export function unwrap(outcome: Outcome): HttpResponse {
  if (outcome instanceof UpstreamError) throw outcome;
  return outcome;
}

/** Returns the minimum pause before a retry of a call, in ms; undefined if a retry would not help. */
export function retryPause(outcome: Outcome): number | undefined {
  if (outcome instanceof UpstreamError) return outcome.code === 'CLIENT_NETWORK' ? 0 : undefined;
  return TRANSIENT.has(outcome.status) ? (outcome.retryAfterMs ?? 0) : undefined;
}

/** Combines the time limit with the caller's signal. `AbortSignal.any` is not used, because some browsers lack it. */
function timeLimit(name: string, { timeoutMs, signal: outer }: RetryOptions): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort(new UpstreamError('CLIENT_ABORTED', `${name}: aborted by the caller`));
  const expire = () =>
    controller.abort(new UpstreamError('CLIENT_TIMEOUT', `${name}: no response within ${timeoutMs} ms`));
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

/** Waits. @returns false if the signal aborted the pause */
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

/** Parses the header `Retry-After`, which contains seconds or a date. @returns milliseconds from now */
export function retryAfterOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
