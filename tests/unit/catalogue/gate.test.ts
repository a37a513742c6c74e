import { expect, it } from 'vitest';
import { createGate } from '#src/catalogue/gate.ts';

it('lets so much through at a time, in the order in which it came', async () => {
  const gate = createGate(2);
  const begun: number[] = [];
  let most = 0;
  let now = 0;
  const work = (number: number) =>
    gate(async () => {
      begun.push(number);
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      if (number === 2) throw new Error('two');
      return number;
    });
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(work));
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
