import { RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdminLimits } from '#src/admin/server/access/limits.ts';
import {
  type CreateLimiter,
  createCallLimits,
  createMemoryLimiter,
  type RateLimit,
} from '#src/api/visitors/rate-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a rate limit', () => {
  it('allows a number of uses per period, and then returns the seconds until the next use', async () => {
    const { resetByEmail } = createCallLimits();
    const consume = () => resetByEmail.consume('a');
    expect([await consume(), await consume(), await consume(), await consume()]).toEqual([0, 0, 0, 3600]);
    vi.setSystemTime(1_800_500);
    expect(await consume()).toBe(1800);
    expect(await resetByEmail.consume('b')).toBe(0);
    vi.setSystemTime(3_600_000);
    expect(await consume()).toBe(0);
  });

  it('allows the full number of uses again for a key that is reset', async () => {
    const { resetByEmail } = createCallLimits();
    for (let n = 0; n < 3; n += 1) await resetByEmail.consume('a');
    await resetByEmail.reset('a');
    expect(await resetByEmail.consume('a')).toBe(0);
  });

  it('allows one more use of a key for each use that is refunded', async () => {
    const { resetByEmail } = createCallLimits();
    for (let n = 0; n < 3; n += 1) await resetByEmail.consume('a');
    await resetByEmail.restore('a');
    expect([await resetByEmail.consume('a'), await resetByEmail.consume('a')]).toEqual([0, 3600]);
  });

  it('counts separately from other limits for the same key', async () => {
    const { resetByEmail, resetByAddress } = createCallLimits();
    for (let n = 0; n < 4; n += 1) await resetByEmail.consume('a');
    expect(await resetByAddress.consume('a')).toBe(0);
  });

  it('can return the seconds until the next use without counting a use', async () => {
    const { takenByAddress } = createCallLimits();
    expect(await takenByAddress.wait('a')).toBe(0);
    for (let n = 0; n < 4; n += 1) await takenByAddress.consume('a');
    expect([await takenByAddress.wait('a'), await takenByAddress.wait('a')]).toEqual([0, 0]);
    await takenByAddress.consume('a');
    vi.setSystemTime(1_800_500);
    expect(await takenByAddress.wait('a')).toBe(1800);
    expect(await takenByAddress.wait('b')).toBe(0);
    expect(await takenByAddress.consume('a')).toBe(1800);
  });

  it('ignores entries that have expired but are still stored', async () => {
    const createLimiter: CreateLimiter = (options) => ({
      ...createMemoryLimiter(options),
      get: async () => new RateLimiterRes(0, -500, 9, false),
    });
    expect(await createCallLimits(createLimiter).resetByEmail.wait('a')).toBe(0);
  });

  it('throws the error if its store fails', async () => {
    const createLimiter: CreateLimiter = (options) => {
      const limiter = createMemoryLimiter(options);
      return { ...limiter, consume: () => Promise.reject(new Error('the store is down')) };
    };
    await expect(createCallLimits(createLimiter).resetByEmail.consume('a')).rejects.toThrow('the store is down');
  });
});

/** The name, number of uses and period in seconds of each limit. */
function rulesOf(create: (createLimiter: CreateLimiter) => object): [string, number, number][] {
  const rules: [string, number, number][] = [];
  create((options) => {
    rules.push([options.keyPrefix, options.points, options.duration]);
    return createMemoryLimiter(options);
  });
  return rules;
}

describe.each([
  ['a call', rulesOf(createCallLimits), () => createCallLimits() as Readonly<Record<string, RateLimit>>],
  ['the admin', rulesOf(createAdminLimits), () => createAdminLimits() as Readonly<Record<string, RateLimit>>],
])('the limits of %s', (_name, rules, create) => {
  it.each(rules)(
    'include %s, which allows %i uses in %i seconds from the first use',
    async (name, points, duration) => {
      const limit = create()[name] as RateLimit;
      const start = Date.now();
      for (let use = 1; use <= points; use += 1) {
        expect([use, await limit.wait('a'), await limit.consume('a')]).toEqual([use, 0, 0]);
        // The period begins with the first use, not with the last one.
        vi.setSystemTime(start + Math.floor((use * duration * 1000) / (points + 1)));
      }
      vi.setSystemTime(start + duration * 1000 - 1);
      expect([await limit.wait('a'), await limit.consume('a'), await limit.consume('b')]).toEqual([1, 1, 0]);
      vi.setSystemTime(start + duration * 1000);
      expect([await limit.wait('a'), await limit.consume('a')]).toEqual([0, 0]);
    },
  );
});

describe('an in-memory rate limiter', () => {
  const options = { keyPrefix: 'test', points: 1, duration: 60 };

  it('remembers the count of a key while up to 50,000 other keys are added', async () => {
    const limiter = createMemoryLimiter(options);
    for (let n = 0; n < 49_000; n += 1) await limiter.consume(`key ${n}`);
    await expect(limiter.consume('key 48999')).rejects.toMatchObject({ consumedPoints: 2 });
    for (let n = 0; n < 2_000; n += 1) await limiter.consume(`more ${n}`);
    await expect(limiter.consume('more 1999')).rejects.toMatchObject({ consumedPoints: 2 });
    await expect(limiter.consume('key 1000')).rejects.toMatchObject({ consumedPoints: 2 });
  });

  it('forgets the oldest key if it has more than 50,000 keys', async () => {
    const limiter = createMemoryLimiter(options);
    for (let n = 0; n < 50_000; n += 1) await limiter.consume(`key ${n}`);
    await expect(limiter.consume('key 0')).rejects.toMatchObject({ consumedPoints: 2 });
    await limiter.consume('one more');
    expect(await limiter.consume('key 0')).toMatchObject({ consumedPoints: 1 });
  });

  it('forgets no key if it has 50,000 keys, even after keys were deleted and added again', async () => {
    const limiter = createMemoryLimiter(options);
    for (let n = 0; n < 50_000; n += 1) await limiter.consume(`key ${n}`);
    await limiter.delete('key 5');
    await limiter.consume('key 5');
    for (let n = 0; n < 50; n += 1) await limiter.consume(`key ${n}`).catch(() => {});
    await expect(limiter.consume('key 0')).rejects.toMatchObject({ consumedPoints: 3 });
    await expect(limiter.consume('key 49999')).rejects.toMatchObject({ consumedPoints: 2 });
  });

  it('treats a key that expired and was added again as the newest key', async () => {
    const limiter = createMemoryLimiter({ ...options, duration: 60 });
    await limiter.consume('key 0');
    vi.setSystemTime(60_000);
    for (let n = 1; n < 50_000; n += 1) await limiter.consume(`key ${n}`);
    await limiter.consume('key 0');
    await limiter.consume('one more');
    await expect(limiter.consume('key 0')).rejects.toMatchObject({ consumedPoints: 2 });
    expect(await limiter.consume('key 1')).toMatchObject({ consumedPoints: 1 });
  });

  it('returns the state of a key', async () => {
    const limiter = createMemoryLimiter(options);
    await limiter.consume('a');
    expect([await limiter.get('a'), await limiter.get('b')]).toMatchObject([{ consumedPoints: 1 }, null]);
  });
});
