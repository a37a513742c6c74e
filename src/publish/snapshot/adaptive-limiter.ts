import { setTimeout as pause } from 'node:timers/promises';

/**
 * Limits how many calls run concurrently; further calls wait in a queue. The limit adapts to the upstream: it is halved
 * when the upstream is overloaded, and grows by one after several rounds of successful calls.
 */
export interface AdaptiveLimiter {
  /** Number of calls that may currently run concurrently. */
  readonly limit: number;
  /** Waits for a free slot, then runs the work. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Halves the limit and starts no work for `ms` milliseconds. Calls that fail during this pause do not halve the limit
   * again. If pauses overlap, work starts when the last one ends.
   */
  backOff(ms: number): Promise<void>;
  /** Counts a successful call towards a higher limit. */
  noteSuccess(): void;
}

/**
 * Number of rounds of successful calls before the limit grows. It grows slowly, so that an upstream that has just
 * recovered is not overloaded again.
 */
const ROUNDS_BEFORE_GROWTH = 4;

/**
 * @param maxConcurrency the initial limit, which is also the maximum
 * @param signal when aborted, all waits end and waiting work starts immediately, so that the work itself can notice the
 * abort
 */
export function createAdaptiveLimiter(maxConcurrency: number, signal?: AbortSignal): AdaptiveLimiter {
  const waiting: (() => void)[] = [];
  let [limit, running, successes] = [maxConcurrency, 0, 0];
  let pausing: Promise<void> | undefined;
  let pausedUntil = 0;
  const mayStart = () => signal?.aborted === true || (pausing === undefined && running < limit);
  const startWaiting = () => {
    while (waiting.length > 0 && mayStart()) {
      running += 1;
      waiting.shift()?.();
    }
  };
  const halveAndPause = async () => {
    [limit, successes] = [Math.max(1, Math.floor(limit / 2)), 0];
    do await pause(remainingPause(), undefined, signal ? { signal } : {}).catch(() => {});
    while (remainingPause() > 0);
    pausing = undefined;
    startWaiting();
  };
  const remainingPause = () => (signal?.aborted ? 0 : Math.max(0, pausedUntil - performance.now()));
  const freeSlot = async () => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      startWaiting();
    });
  };
  signal?.addEventListener('abort', startWaiting, { once: true });
  return {
    get limit() {
      return limit;
    },
    async run(work) {
      await freeSlot();
      try {
        return await work();
      } finally {
        running -= 1;
        startWaiting();
      }
    },
    backOff(ms) {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
      pausing ??= halveAndPause();
      return pausing;
    },
    noteSuccess() {
      successes += 1;
      if (pausing !== undefined || limit === maxConcurrency || successes < limit * ROUNDS_BEFORE_GROWTH) return;
      [limit, successes] = [limit + 1, 0];
      startWaiting();
    },
  };
}
