import { expect, test } from 'vitest';
import { swapped } from '#src/admin/ui/lists/swapped.ts';

test('swapped exchanges a list entry with the next entry', () => {
  expect(swapped(['a', 'b', 'c'], 0)).toEqual(['b', 'a', 'c']);
  expect(swapped(['a', 'b', 'c'], 1)).toEqual(['a', 'c', 'b']);
});
