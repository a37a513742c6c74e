import { RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CreateLimiter, createCallLimits, createMemoryLimiter } from '#src/api/visitors/rate-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a limit', () => {
  it('allows its number of uses in its time, then names the wait, then allows again', async () => {
    const { resetByEmail } = createCallLimits();
    const consume = () => resetByEmail.consume('a');
    expect([await consume(), await consume(), await consume(), await consume()]).toEqual([0, 0, 0, 3600]);
    vi.setSystemTime(1_800_500);
    expect(await consume()).toBe(1800);
    expect(await resetByEmail.consume('b')).toBe(0);
    vi.setSystemTime(3_600_000);
    expect(await consume()).toBe(0);
  });

  it('begins anew for a key that is reset', async () => {
    const { resetByEmail } = createCallLimits();
    for (let n = 0; n < 3; n += 1) await resetByEmail.consume('a');
    await resetByEmail.reset('a');
    expect(await resetByEmail.consume('a')).toBe(0);
  });

  it('allows one use more for one that is restored', async () => {
    const { resetByEmail } = createCallLimits();
    for (let n = 0; n < 3; n += 1) await resetByEmail.consume('a');
    await resetByEmail.restore('a');
    expect([await resetByEmail.consume('a'), await resetByEmail.consume('a')]).toEqual([0, 3600]);
  });

  it('counts apart from the other limits of the same key', async () => {
    const { resetByEmail, resetByAddress } = createCallLimits();
    for (let n = 0; n < 4; n += 1) await resetByEmail.consume('a');
    expect(await resetByAddress.consume('a')).toBe(0);
  });

  it('says how long the next use has to wait, without counting one', async () => {
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

  it('has nobody wait for what its store still has although it has ended', async () => {
    const createLimiter: CreateLimiter = (options) => ({
      ...createMemoryLimiter(options),
      get: async () => new RateLimiterRes(0, -500, 9, false),
    });
    expect(await createCallLimits(createLimiter).resetByEmail.wait('a')).toBe(0);
  });

  it('fails with the error of its store', async () => {
    const createLimiter: CreateLimiter = (options) => {
      const limiter = createMemoryLimiter(options);
      return { ...limiter, consume: () => Promise.reject(new Error('the store is down')) };
    };
    await expect(createCallLimits(createLimiter).resetByEmail.consume('a')).rejects.toThrow('the store is down');
  });
});

describe('a limiter in memory', () => {
  const options = { keyPrefix: 'test', points: 1, duration: 60 };

  it('goes on counting a key while many others come', async () => {
    const limiter = createMemoryLimiter(options);
    for (let n = 0; n < 49_000; n += 1) await limiter.consume(`key ${n}`);
    await expect(limiter.consume('key 48999')).rejects.toMatchObject({ consumedPoints: 2 });
    for (let n = 0; n < 2_000; n += 1) await limiter.consume(`more ${n}`);
    await expect(limiter.consume('more 1999')).rejects.toMatchObject({ consumedPoints: 2 });
    await expect(limiter.consume('key 1000')).rejects.toMatchObject({ consumedPoints: 2 });
  });

  it('drops the key that began first where there are more than 50,000', async () => {
    const limiter = createMemoryLimiter(options);
    for (let n = 0; n < 50_000; n += 1) await limiter.consume(`key ${n}`);
    await expect(limiter.consume('key 0')).rejects.toMatchObject({ consumedPoints: 2 });
    await limiter.consume('one more');
    expect(await limiter.consume('key 0')).toMatchObject({ consumedPoints: 1 });
  });

  it('drops no key while there are 50,000, also where keys end and begin again', async () => {
    const limiter = createMemoryLimiter(options);
    for (let n = 0; n < 50_000; n += 1) await limiter.consume(`key ${n}`);
    await limiter.delete('key 5');
    await limiter.consume('key 5');
    for (let n = 0; n < 50; n += 1) await limiter.consume(`key ${n}`).catch(() => {});
    await expect(limiter.consume('key 0')).rejects.toMatchObject({ consumedPoints: 3 });
    await expect(limiter.consume('key 49999')).rejects.toMatchObject({ consumedPoints: 2 });
  });

  it('takes a key that begins again for the one that began last', async () => {
    const limiter = createMemoryLimiter({ ...options, duration: 60 });
    await limiter.consume('key 0');
    vi.setSystemTime(60_000);
    for (let n = 1; n < 50_000; n += 1) await limiter.consume(`key ${n}`);
    await limiter.consume('key 0');
    await limiter.consume('one more');
    await expect(limiter.consume('key 0')).rejects.toMatchObject({ consumedPoints: 2 });
    expect(await limiter.consume('key 1')).toMatchObject({ consumedPoints: 1 });
  });

  it('tells how a key stands', async () => {
    const limiter = createMemoryLimiter(options);
    await limiter.consume('a');
    expect([await limiter.get('a'), await limiter.get('b')]).toMatchObject([{ consumedPoints: 1 }, null]);
  });
});
