import { describe, expect, it } from 'vitest';
import { type AdaptiveLimiter, createAdaptiveLimiter } from '#src/publish/snapshot/adaptive-limiter.ts';

/** Starts calls that run until the test ends them, and records the order in which they start. */
function works(limiter: AdaptiveLimiter, count: number) {
  const started: number[] = [];
  const finishers: (() => void)[] = [];
  const done = Array.from({ length: count }, (_, number) =>
    limiter.run(() => {
      started.push(number);
      return new Promise<void>((resolve) => finishers.push(resolve));
    }),
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun: started,
    settle,
    end: async (count: number) => {
      for (const end of finishers.splice(0, count)) end();
      await settle();
    },
    done,
  };
}

describe('createAdaptiveLimiter, which limits the number of concurrent calls', () => {
  it('runs at most `limit` calls concurrently, in the order in which they were made', async () => {
    const limiter = createAdaptiveLimiter(2);
    const started: number[] = [];
    let maxConcurrent = 0;
    let now = 0;
    const work = (number: number) =>
      limiter.run(async () => {
        started.push(number);
        now += 1;
        maxConcurrent = Math.max(maxConcurrent, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        if (number === 2) throw new Error('two');
        return number;
      });
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(work));
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect(maxConcurrent).toBe(2);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('halves the limit once for simultaneous failures, and never below one', async () => {
    const limiter = createAdaptiveLimiter(4);
    await Promise.all([limiter.backOff(1), limiter.backOff(1), limiter.backOff(1)]);
    expect(limiter.limit).toBe(2);
    await limiter.backOff(1);
    await limiter.backOff(1);
    expect(limiter.limit).toBe(1);
  });

  it('starts no calls during a pause, and then only as many as the limit allows', async () => {
    const limiter = createAdaptiveLimiter(4);
    const rest = limiter.backOff(20);
    const { begun: started, settle, end, done } = works(limiter, 4);
    await settle();
    expect(started).toEqual([]);
    await rest;
    await settle();
    expect(started).toEqual([0, 1]);
    await end(2);
    expect(started).toEqual([0, 1, 2, 3]);
    await end(2);
    await Promise.all(done);
  });

  it.each([
    ['a longer pause begins during the first', 5, 40],
    ['a shorter pause begins during the first', 40, 5],
  ])('starts calls only after both pauses have ended if %s', async (_, first, second) => {
    const limiter = createAdaptiveLimiter(4);
    const started = performance.now();
    const rests = [limiter.backOff(first), limiter.backOff(second)];
    await limiter.run(async () => {});
    expect(performance.now() - started).toBeGreaterThan(38);
    await Promise.all(rests);
    expect(limiter.limit).toBe(2);
  });

  it('can pause again after a pause of 0 ms', async () => {
    const limiter = createAdaptiveLimiter(4);
    await limiter.backOff(0);
    await limiter.backOff(0);
    expect(limiter.limit).toBe(1);
    expect(await limiter.run(async () => 'through')).toBe('through');
  });

  it('raises the limit by one at a time, up to the initial limit', async () => {
    const limiter = createAdaptiveLimiter(3);
    await limiter.backOff(1);
    const widths = Array.from({ length: 40 }, () => {
      limiter.noteSuccess();
      return limiter.limit;
    });
    expect(widths.slice(0, 4)).toEqual([1, 1, 1, 2]);
    expect(widths.slice(4, 12)).toEqual([2, 2, 2, 2, 2, 2, 2, 3]);
    expect(widths.at(-1)).toBe(3);
  });

  it('ends a pause when its signal is aborted', async () => {
    const stop = new AbortController();
    const limiter = createAdaptiveLimiter(2, stop.signal);
    const rest = limiter.backOff(60_000);
    const passed = limiter.run(async () => 'through');
    stop.abort();
    await rest;
    expect(await passed).toBe('through');
  });

  it('waits for the longest of several pauses, regardless of their order', async () => {
    const limiter = createAdaptiveLimiter(2);
    const startedAt = performance.now();
    const pauses = [20, 200, 20].map((ms) => limiter.backOff(ms));
    await limiter.run(async () => {});
    await Promise.all(pauses);
    expect(performance.now() - startedAt).toBeGreaterThan(195);
  });
});
