import { expect, it } from 'vitest';
import { memoize, memoizePair } from '#src/lib/memoize.ts';

it('memoize computes a value once per object, even if the value is undefined', () => {
  let made = 0;
  const of = memoize((key: { n: number }) => {
    made += 1;
    return key.n === 0 ? undefined : key.n * 2;
  });
  const [one, none] = [{ n: 2 }, { n: 0 }];
  expect([of(one), of(one), of(none), of(none), of({ n: 2 })]).toEqual([4, 4, undefined, undefined, 4]);
  expect(made).toBe(3);
});

it('memoize computes a value once per pair', () => {
  const [a, b, c] = [{}, {}, {}];
  const of = memoizePair((_one: object, _other: object) => ({}));
  expect(of(a, b)).toBe(of(a, b));
  expect(of(a, c)).not.toBe(of(a, b));
  expect(of(b, b)).not.toBe(of(a, b));
});
