import { expect, it } from 'vitest';
import type { Result } from '#src/contract/index.ts';
import { createAdaptiveLimiter } from '#src/publish/snapshot/adaptive-limiter.ts';
import { callWithRetry } from '#src/publish/snapshot/retry.ts';

const fine: Result<string> = { success: 1, data: 'here', errors: [], status: 200 };
const busy = (status: number, retryAfterMs?: number): Result<string> => ({
  success: 0,
  data: '',
  errors: [{ code: 'CLIENT_STATUS', message: 'busy' }],
  status,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const timedOut: Result<string> = {
  success: 0,
  data: '',
  errors: [{ code: 'CLIENT_TIMEOUT', message: 'late' }],
  status: 0,
};

/** An upstream that returns these results in turn, and then repeats the last one. */
function upstream(...results: Result<string>[]) {
  const requestTimes: number[] = [];
  return {
    requestTimes,
    async ask(): Promise<Result<string>> {
      requestTimes.push(performance.now());
      return results[Math.min(requestTimes.length, results.length) - 1] ?? fine;
    },
  };
}

it.each([
  ['responds with 503', busy(503, 15)],
  ['responds with 429', busy(429, 15)],
])('callWithRetry waits for the time in Retry-After and halves the limit if the upstream %s', async (_, trouble) => {
  const limiter = createAdaptiveLimiter(4);
  const { ask, requestTimes } = upstream(trouble, fine);
  expect(await callWithRetry(limiter, ask)).toEqual(fine);
  expect((requestTimes[1] ?? 0) - (requestTimes[0] ?? 0)).toBeGreaterThan(13);
  expect(limiter.limit).toBe(2);
});

it('callWithRetry retries after one second if the call timed out', async () => {
  const limiter = createAdaptiveLimiter(4);
  const { ask, requestTimes } = upstream(timedOut, fine);
  expect(await callWithRetry(limiter, ask)).toEqual(fine);
  expect((requestTimes[1] ?? 0) - (requestTimes[0] ?? 0)).toBeGreaterThan(990);
  expect(limiter.limit).toBe(2);
});

it('callWithRetry gives up after the third attempt', async () => {
  const { ask, requestTimes } = upstream(busy(503, 1));
  expect(await callWithRetry(createAdaptiveLimiter(4), ask)).toEqual(busy(503, 1));
  expect(requestTimes).toHaveLength(3);
});

it('callWithRetry gives up immediately if `Retry-After` is too long', async () => {
  const { ask, requestTimes } = upstream(busy(503, 31_000));
  expect(await callWithRetry(createAdaptiveLimiter(4), ask)).toEqual(busy(503, 31_000));
  expect(requestTimes).toHaveLength(1);
});

it('callWithRetry does not retry other errors', async () => {
  const limiter = createAdaptiveLimiter(4);
  const { ask, requestTimes } = upstream(busy(500), fine);
  expect(await callWithRetry(limiter, ask)).toEqual(busy(500));
  expect(requestTimes).toHaveLength(1);
  expect(limiter.limit).toBe(4);
});

it.each([
  ['for one second, then two, if there is no `Retry-After`', undefined, [1000, 2000]],
  ['for as long as `Retry-After` says, up to 30 seconds', 30_000, [30_000, 30_000]],
])('callWithRetry pauses %s', async (_what, retryAfterMs, expected) => {
  const pauses: number[] = [];
  const limiter = { ...createAdaptiveLimiter(4), backOff: async (ms: number) => void pauses.push(ms) };
  await callWithRetry(limiter, upstream(busy(503, retryAfterMs)).ask);
  expect(pauses).toEqual(expected);
});
