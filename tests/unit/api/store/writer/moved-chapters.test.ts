import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedIds } from '#src/api/store/writer/moved-chapters.ts';

const moved = (before: number[], after: number[], preferred: number[] = []) =>
  [...movedIds(before, after, new Set(preferred))].sort((a, b) => a - b);

describe('movedIds', () => {
  it.each([
    { title: 'the same order', before: [1, 2, 3], after: [1, 2, 3], expected: [] },
    { title: 'additions and deletions', before: [1, 2, 3], after: [4, 1, 3, 5], expected: [] },
    { title: 'one to the front', before: [1, 2, 3, 4], after: [4, 1, 2, 3], expected: [4] },
    { title: 'one to the end', before: [1, 2, 3, 4], after: [2, 3, 4, 1], expected: [1] },
    { title: 'a block', before: [1, 2, 3, 4, 5], after: [3, 4, 5, 1, 2], expected: [1, 2] },
    { title: 'no chapters', before: [], after: [1], expected: [] },
  ])('returns the fewest ids for $title', ({ before, after, expected }) => {
    expect(moved(before, after)).toEqual(expected);
  });

  it('returns the preferred id if two explain the new order', () => {
    expect(moved([1, 2, 3], [1, 3, 2], [2])).toEqual([2]);
    expect(moved([1, 2, 3], [1, 3, 2], [3])).toEqual([3]);
  });

  it('ignores a preferred id that does not explain the new order, or has not moved', () => {
    expect(moved([1, 2, 3, 4], [4, 1, 2, 3], [1])).toEqual([4]);
    expect(moved([1, 2, 3], [1, 2, 3], [2])).toEqual([]);
  });

  it('leaves ids in the same order, and any fewer leave them in a different order', () => {
    const permutation = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 });
    fc.assert(
      fc.property(permutation, (after) => {
        const before = [1, 2, 3, 4, 5, 6, 7];
        const result = movedIds(before, after);
        const stayed = after.filter((id) => !result.has(id));
        expect(stayed).toEqual(stayed.toSorted((a, b) => a - b));
        expect(stayed.length).toBe(longestByTrial(after));
      }),
      { numRuns: 200 },
    );
  });
});

/** The length of the longest increasing subsequence, by trying all of them. */
function longestByTrial(numbers: readonly number[]): number {
  let longest = 0;
  for (let mask = 0; mask < 1 << numbers.length; mask += 1) {
    const chosen = numbers.filter((_, at) => mask & (1 << at));
    if (chosen.every((number, at) => at === 0 || number > (chosen[at - 1] ?? 0)))
      longest = Math.max(longest, chosen.length);
  }
  return longest;
}
