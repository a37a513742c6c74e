import { describe, expect, it } from 'vitest';
import { createSimilarBooks, MAX_SIMILAR, type Pair } from '#src/api/living-lists/similar-books.ts';

const pair = (book: number, other: number, readers: number) => ({ book, other, readers });
function similarBooks(pairs: readonly Pair[], readersOf: (book: number) => number) {
  const similar = createSimilarBooks(readersOf);
  for (const one of pairs) similar.add(one);
  return similar.result();
}

describe('similar books', () => {
  it('are the books of each pair for both books', () => {
    expect([...similarBooks([pair(1, 2, 10)], () => 100)]).toEqual([
      [1, [[2, 10]]],
      [2, [[1, 10]]],
    ]);
  });

  it('put a book that shares most of its readers before a bestseller that shares more', () => {
    const readers = new Map([
      [1, 100],
      [2, 5000],
      [3, 80],
    ]);
    const similar = similarBooks([pair(1, 2, 40), pair(1, 3, 30)], (book) => readers.get(book) ?? 0);
    expect(similar.get(1)?.map(([book]) => book)).toEqual([3, 2]);
  });

  it('are sorted by id if they are equal, and at most 12', () => {
    const pairs = Array.from({ length: 20 }, (_, index) => pair(1, 21 - index, 10));
    const similar = similarBooks(pairs, () => 100).get(1);
    expect(similar?.map(([book]) => book)).toEqual(Array.from({ length: MAX_SIMILAR }, (_, index) => index + 2));
  });
});
