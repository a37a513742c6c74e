import { expect, it } from 'vitest';
import { batches } from '#src/lib/batches.ts';

it('hands items on in their order, some at a time', () => {
  expect([...batches([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...batches([1, 2], 2)]).toEqual([[1, 2]]);
  expect([...batches([], 2)]).toEqual([]);
});
