import { expect, it, vi } from 'vitest';
import { freeGarbage } from '#src/publish/render/free-garbage.ts';

const MIB = 1024 ** 2;

it.each([
  [256, 0],
  [257, 1],
])('freeGarbage collects a heap of %i MiB %i times', (mebibytes, times) => {
  const collect = vi.fn();
  freeGarbage(mebibytes * MIB, collect);
  expect(collect).toHaveBeenCalledTimes(times);
});

it('freeGarbage does nothing if Node.js does not expose the garbage collector', () => {
  expect(() => freeGarbage(999 * MIB, undefined)).not.toThrow();
});
