import { describe, expect, it } from 'vitest';
import { createRateLimit } from '#src/api/visitors/limits.ts';

describe('createRateLimit', () => {
  let time = 0;
  const now = () => new Date(time);

  it('allows so many in a while, then names the wait, then allows again', () => {
    const limit = createRateLimit(2, 60, now);
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 60]);
    time += 30_500;
    expect(limit.take('a')).toBe(30);
    expect(limit.take('b')).toBe(0);
    time += 30_000;
    expect(limit.take('a')).toBe(0);
  });

  it('forgets a key that succeeded', () => {
    const limit = createRateLimit(1, 60, now);
    limit.take('a');
    limit.forget('a');
    expect(limit.take('a')).toBe(0);
  });

  it('keeps counting one key while many others come', () => {
    const limit = createRateLimit(1, 60, now);
    for (let n = 0; n < 49_000; n += 1) limit.take(`key ${n}`);
    expect(limit.take('key 48999')).toBeGreaterThan(0);
    for (let n = 0; n < 2_000; n += 1) limit.take(`more ${n}`);
    expect(limit.take('more 1999')).toBeGreaterThan(0);
  });
});
