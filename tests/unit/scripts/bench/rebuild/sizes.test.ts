import { describe, expect, it } from 'vitest';
import {
  changesFor,
  keywordName,
  LISTS,
  listsOf,
  sizesOf,
  spread,
} from '../../../../../scripts/bench/rebuild/sizes.ts';

describe('listsOf', () => {
  it('puts every book in as many lists, all of them its own', () => {
    for (const size of [100, 140, 1000, 2000]) {
      const lists = listsOf(size - 1, size);
      expect(lists).toHaveLength(LISTS);
      expect(new Set(lists).size).toBe(LISTS);
    }
  });

  it('fills every list of a block with as many books', () => {
    const counts = new Map<number, number>();
    for (let place = 0; place < 2000; place += 1)
      for (const list of listsOf(place, 2000)) counts.set(list, (counts.get(list) ?? 0) + 1);
    expect(counts.size).toBe(20 * LISTS);
    expect(new Set(counts.values())).toEqual(new Set([100]));
  });

  it('mixes the books of lists, so that no two lists are alike', () => {
    const booksOf = (list: number) =>
      Array.from({ length: 2000 }, (_none, place) => place).filter((place) => listsOf(place, 2000).includes(list));
    const [first, second] = [booksOf(0), booksOf(20)];
    expect(first.filter((book) => second.includes(book)).length).toBeLessThan(20);
  });
});

describe('keywordName', () => {
  it('gives every number a name of its own', () => {
    const words = Array.from({ length: 7 }, (_none, index) => `w${index}`);
    const names = Array.from({ length: 7 ** 3 }, (_none, number) => keywordName(number, words));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('sizes', () => {
  it('grow with the pages wanted', () => {
    expect(sizesOf(1_000)).toEqual({ popular: 140, quiet: 3 });
    expect(sizesOf(1_000_000).popular).toBeGreaterThan(150_000);
  });

  it('change few books for a few pages and popular ones for many', () => {
    expect(changesFor(1_000, 0.01)).toEqual({ popular: 0, quiet: 1 });
    expect(changesFor(1_000, 0.001)).toEqual({ popular: 0, quiet: 1 });
    expect(changesFor(100_000, 0.01)).toEqual({ popular: 10, quiet: 0 });
  });

  it('spread over all places, other ones each night', () => {
    expect(spread(100, 10, 3, 0)).toEqual([100, 103, 106]);
    expect(spread(100, 10, 3, 1)).toEqual([107, 100, 103]);
    expect(spread(0, 2, 5, 0)).toEqual([0, 1]);
  });
});
