import { expect, it, vi } from 'vitest';
import { freeGarbage } from '#src/rebuild/free-garbage.ts';

const MIB = 1024 ** 2;

it.each([
  [256, 0],
  [257, 1],
])('a heap of %i MiB is searched for garbage %i times', (mebibytes, times) => {
  const collect = vi.fn();
  freeGarbage(mebibytes * MIB, collect);
  expect(collect).toHaveBeenCalledTimes(times);
});

it('nothing is freed by hand where Node does not offer it', () => {
  expect(() => freeGarbage(999 * MIB, undefined)).not.toThrow();
});
