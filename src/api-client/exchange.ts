import { ClientFault, toFault } from './fault.ts';
import { RETRY_DELAY_MS } from './limits.ts';
import type { Transport, WireAnswer, WireRequest } from './types.ts';

/** Statuses that may be gone a second later. */
const PASSING = new Set([429, 500, 502, 503, 504]);

export interface ExchangeOptions {
  /** The call has the same effect twice, so that it may be repeated once. */
  readonly repeatable: boolean;
  /** Bounds the whole exchange, the retry included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request, and once more `RETRY_DELAY_MS` later where no answer or a passing status came and time is left.
 * @throws ClientFault
 */
export async function exchange(send: Transport, request: WireRequest, options: ExchangeOptions): Promise<WireAnswer> {
  const { signal, release } = limit(request.name, options);
  const attempt = () => attempted(send, request, signal);
  try {
    const first = await attempt();
    const again = options.repeatable && isSoonGone(first) && (await pause(RETRY_DELAY_MS, signal));
    // A first outcome says more than the limit that cut the pause short.
    return unwrap(again ? await attempt() : first);
  } finally {
    release();
  }
}

async function attempted(
  send: Transport,
  request: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer | ClientFault> {
  try {
    signal.throwIfAborted();
    return await send(request, signal);
  } catch (error) {
    return toFault(error, request.name);
  }
}

function unwrap(outcome: WireAnswer | ClientFault): WireAnswer {
  if (outcome instanceof ClientFault) throw outcome;
  return outcome;
}

/** An upstream that asks for a longer pause is not asked again now. */
function isSoonGone(outcome: WireAnswer | ClientFault): boolean {
  if (outcome instanceof ClientFault) return outcome.code === 'CLIENT_NETWORK';
  return PASSING.has(outcome.status) && (outcome.retryAfterMs ?? 0) <= RETRY_DELAY_MS;
}

/** One signal for the time limit and the caller's own; browsers that lack `AbortSignal.any` are still in use. */
function limit(name: string, { timeoutMs, signal: outer }: ExchangeOptions): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new ClientFault('CLIENT_ABORTED', `${name}: given up by its caller`));
  const expire = () => controller.abort(new ClientFault('CLIENT_TIMEOUT', `${name}: no answer within ${timeoutMs} ms`));
  const timer = setTimeout(expire, timeoutMs);
  outer?.addEventListener('abort', giveUp, { once: true });
  if (outer?.aborted) giveUp();
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', giveUp);
    },
  };
}

/** @returns whether the pause lasted; false where the signal ended it */
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
