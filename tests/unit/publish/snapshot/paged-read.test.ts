import { describe, expect, it } from 'vitest';
import { bookList, bookShow, searchMulti } from '#src/contract/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { targetExists } from '#src/publish/snapshot/banner-targets.ts';
import { createDroppedItems, isReadByItem, keyOf } from '#src/publish/snapshot/dropped-items.ts';
import { createLosses } from '#src/publish/snapshot/losses.ts';
import { pagesFrom, readUntilComplete } from '#src/publish/snapshot/paged-read.ts';

describe('readUntilComplete', () => {
  const reads = (...results: (readonly [read: number, ...totals: number[]])[]) => {
    let count = 0;
    const read = async () => {
      const [brought = 0, ...totals] = results[count] ?? [];
      count += 1;
      return { read: brought, totals: new Set(totals) };
    };
    return { read, count: () => count };
  };

  it('stops after the first read that returns as many entries as the total', async () => {
    const { read, count } = reads([3, 4], [4, 4], [4, 4]);
    expect(await readUntilComplete('book.list', read)).toMatchObject({ read: 4 });
    expect(count()).toBe(2);
  });

  it('discards a read if the total changed while it was in progress', async () => {
    const { read, count } = reads([4, 3, 4], [4, 4]);
    await readUntilComplete('book.list', read);
    expect(count()).toBe(2);
  });

  it('fails after three reads, and reports the numbers of the last read', async () => {
    const { read, count } = reads([3, 4], [5, 4], [2, 4, 5], [4, 4]);
    await expect(readUntilComplete('book.list', read)).rejects.toThrow(
      /book\.list 3 times .* returned 2 entries, and the upstream's total was 4, then 5\./,
    );
    expect(count()).toBe(3);
  });
});

describe('pagesFrom', () => {
  const walk = async (total: number, from = 1) => {
    const requestedPages: number[] = [];
    const page = (number: number) => ({ items: [number], page: number, page_size: 10, total });
    const pages = pagesFrom(page(from), total, async (number) => {
      requestedPages.push(number);
      return page(number);
    });
    const order = [];
    for await (const { page: number } of pages) order.push(number);
    requestedPages.sort((a, b) => a - b);
    return { requestedPages, order };
  };

  it.each([
    [0, []],
    [10, []],
    [11, [2]],
    [20, [2]],
    [61, [2, 3, 4, 5, 6, 7]],
  ])(
    'requests the pages after the first for a total of %i entries, and yields all entries in order',
    async (total, pages) => {
      expect(await walk(total)).toEqual({ requestedPages: pages, order: [1, ...pages] });
    },
  );

  it('continues after a given page', async () => {
    expect(await walk(45, 3)).toEqual({ requestedPages: [4, 5], order: [3, 4, 5] });
  });
});

describe('bad items that a sync leaves out', () => {
  const bad = (place: number, id?: number) => ({
    list: 'items',
    place: `items.${place}`,
    id,
    problem: `field ${place}`,
  });
  const answer = (total: number, leftOut: ReturnType<typeof bad>[]) =>
    ({ success: 1, status: 200, errors: [], data: { items: [], page: 1, page_size: 200, total }, leftOut }) as never;
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => bad(index, from + index + 1));
  const check = () => {
    const losses = createLosses(silentLog);
    const dropped = createDroppedItems(losses, 7);
    return {
      losses,
      dropped,
      of: (total: number, leftOut: ReturnType<typeof bad>[], params: object = {}) =>
        dropped.check(bookList, params, answer(total, leftOut)),
    };
  };

  it('are at most twenty, or two percent of a long list', () => {
    expect(check().of(500, many(20))).toMatchObject({ success: 1 });
    expect(check().of(500, many(21))).toMatchObject({
      success: 0,
      errors: [{ code: 'CLIENT_CONTRACT', message: 'book.list: field 0; 21 of 500 items break the contract' }],
    });
    expect(check().of(5000, many(100))).toMatchObject({ success: 1 });
    expect(check().of(5000, many(101))).toMatchObject({ success: 0 });
  });

  it('are counted once each, across the pages of a list and separately for each list', () => {
    const { of } = check();
    expect(of(500, many(15), { page: 1 })).toMatchObject({ success: 1 });
    expect(of(500, many(15), { page: 2 })).toMatchObject({ success: 1 });
    expect(of(500, many(15, 100), { page: 1, since: 'c' })).toMatchObject({ success: 1 });
    expect(of(500, many(6, 100), { page: 3 })).toMatchObject({ success: 0 });
  });

  it('may be all entries in a list of changes, but not in a complete list', () => {
    expect(check().of(2, many(2))).toMatchObject({ success: 0 });
    expect(check().of(1, many(1))).toMatchObject({ success: 1 });
    expect(check().of(2, many(2), { since: 'c' })).toMatchObject({ success: 1 });
  });

  it('are identified by their id, or by page and position', () => {
    expect(keyOf(bad(3, 9), 2)).toBe('id 9');
    expect(keyOf(bad(3), 2)).toBe('page 2 items.3');
    expect(keyOf({ ...bad(3, 9), list: 'items.0.tags' }, 2)).toBe('page 2 items.3');
  });

  it('are only left out of lists, never of responses about a single book', () => {
    expect([isReadByItem(bookList), isReadByItem(searchMulti), isReadByItem(bookShow)]).toEqual([true, true, false]);
  });
});

describe('the target of a banner', () => {
  const reference = (id: number) => ({ id, name: 'A' }) as never;
  const lookup = {
    genres: () => [{ id: 1 }] as never,
    tags: () => [{ id: 2 }] as never,
    rankings: () => [{ type: 'hot', name: 'Hot', items: [{ id: 3, name: 'Week' }] }],
    total: (list: { kind: string; id?: number }) => (list.id === 9 ? 0 : 5),
  };
  const exists = (target: object, change: object = {}) =>
    targetExists(target as never, { ...lookup, ...change } as never);
  const empty = { total: () => 0 };

  it.each([
    ['a genre', { kind: 'genre', genre: reference(1) }, { kind: 'genre', genre: reference(7) }],
    ['a tag', { kind: 'tag', tag: reference(2) }, { kind: 'tag', tag: reference(7) }],
    ['a shelf', { kind: 'section', section: reference(4) }, { kind: 'section', section: reference(9) }],
    ['a ranking', { kind: 'ranking', type: 'hot', id: 3 }, { kind: 'ranking', type: 'hot', id: 7 }],
  ])('exists if it is %s with books in the snapshot', (_, existingId, unknownId) => {
    expect([exists(existingId), exists(unknownId), exists(existingId, empty)]).toEqual([true, false, false]);
  });

  it('does not exist if it is a ranking of an unknown type', () => {
    expect(exists({ kind: 'ranking', type: 'new', id: 3 })).toBe(false);
  });

  it('always exists if it is a book', () => {
    expect(exists({ kind: 'book', book: {} }, empty)).toBe(true);
  });
});
