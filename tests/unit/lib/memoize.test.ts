import { expect, it } from 'vitest';
import { memoize, memoizePair } from '#src/lib/memoize.ts';

it('memoize computes a value once per object, even if the value is undefined', () => {
  let computedCount = 0;
  const memoized = memoize((key: { n: number }) => {
    computedCount += 1;
    return key.n === 0 ? undefined : key.n * 2;
  });
  const [one, none] = [{ n: 2 }, { n: 0 }];
  expect([memoized(one), memoized(one), memoized(none), memoized(none), memoized({ n: 2 })]).toEqual([
    4,
    4,
    undefined,
    undefined,
    4,
  ]);
  expect(computedCount).toBe(3);
});

it('memoizePair computes a value once per pair of objects', () => {
  const [a, b, c] = [{}, {}, {}];
  const memoized = memoizePair((_one: object, _other: object) => ({}));
  expect(memoized(a, b)).toBe(memoized(a, b));
  expect(memoized(a, c)).not.toBe(memoized(a, b));
  expect(memoized(b, b)).not.toBe(memoized(a, b));
});
