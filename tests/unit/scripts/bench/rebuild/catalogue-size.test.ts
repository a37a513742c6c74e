import { describe, expect, it } from 'vitest';
import {
  bookCounts,
  changedBooks,
  keywordName,
  LISTS,
  listsOfBook,
  spreadEvenly,
} from '../../../../../scripts/bench/rebuild/catalogue-size.ts';

describe('the lists of a generated book', () => {
  it('are equal in number for each book, and all different', () => {
    for (const size of [100, 140, 1000, 2000]) {
      const lists = listsOfBook(size - 1, size);
      expect(lists).toHaveLength(LISTS);
      expect(new Set(lists).size).toBe(LISTS);
    }
  });

  it('contain a hundred books each', () => {
    const counts = new Map<number, number>();
    for (let place = 0; place < 2000; place += 1)
      for (const list of listsOfBook(place, 2000)) counts.set(list, (counts.get(list) ?? 0) + 1);
    expect(counts.size).toBe(20 * LISTS);
    expect(new Set(counts.values())).toEqual(new Set([100]));
  });

  it('mix the books, so that no two lists are the same', () => {
    const booksOf = (list: number) =>
      Array.from({ length: 2000 }, (_, place) => place).filter((place) => listsOfBook(place, 2000).includes(list));
    const [first, second] = [booksOf(0), booksOf(20)];
    expect(first.filter((book) => second.includes(book)).length).toBeLessThan(20);
  });
});

describe('keywordName', () => {
  it('returns a unique name for each number', () => {
    const words = Array.from({ length: 7 }, (_, index) => `w${index}`);
    const names = Array.from({ length: 7 ** 3 }, (_, number) => keywordName(number, words));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the books of the rebuild benchmark', () => {
  it('increase in number with the requested number of pages', () => {
    expect(bookCounts(1_000)).toEqual({ popular: 140, quiet: 3 });
    expect(bookCounts(1_000_000).popular).toBeGreaterThan(150_000);
  });

  it('include quiet books to change few pages, and popular books to change many', () => {
    expect(changedBooks(1_000, 0.01)).toEqual({ popular: 0, quiet: 1 });
    expect(changedBooks(1_000, 0.001)).toEqual({ popular: 0, quiet: 1 });
    expect(changedBooks(100_000, 0.01)).toEqual({ popular: 10, quiet: 0 });
  });

  it('change at evenly spread positions that differ each night', () => {
    expect(spreadEvenly(100, 10, 3, 0)).toEqual([100, 103, 106]);
    expect(spreadEvenly(100, 10, 3, 1)).toEqual([107, 100, 103]);
    expect(spreadEvenly(0, 2, 5, 0)).toEqual([0, 1]);
  });
});
