import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import {
  CLOCK_TOLERANCE_MS,
  keyOf,
  mergeItem,
  mergeItems,
  normalItem,
  readItem,
  removalItem,
  restoredItem,
  wins,
} from '#src/contract/library-merge.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const MINUTE = 60_000;

const read = (id: number, number: number, minute: number): LibraryItem => ({
  kind: 'read',
  id: String(id),
  at: NOW - 86_400_000 + minute * MINUTE,
  value: {
    book: { id, title: 'A', category: { name: 'F', sub_name: null } },
    cover: null,
    chapter: { id: number, number, title: 'C' },
  },
});
/** A library item whose last chapter read is `number` and whose furthest is `furthest` (0 for none). */
function readWithFurthest(id: number, number: number, minute: number, furthest: number, since = 0): LibraryItem {
  const item = read(id, number, minute);
  if (item.kind !== 'read' || !item.value) throw new Error('No place in a book.');
  const chapter = furthest === 0 ? null : { id: furthest, number: furthest, title: 'C' };
  return { ...item, value: { ...item.value, furthest: { chapter, since } } };
}
const removal = (id: number, minute: number): LibraryItem => ({ ...read(id, 1, minute), value: null }) as LibraryItem;

/** Merges lists of library items one after the other. */
function mergedItems(...news: (readonly LibraryItem[])[]): Map<string, LibraryItem> {
  const items = new Map<string, LibraryItem>();
  for (const part of news) for (const [key, item] of mergeItems(items, part, NOW)) items.set(key, item);
  return items;
}

const chapterOf = (items: Map<string, LibraryItem>, id = 1) => {
  const item = items.get(`read/${id}`);
  return item?.kind === 'read' ? item.value?.chapter?.number : undefined;
};

/** The numbers of the last and the furthest chapter read in book 1, or undefined. */
function furthestIn(items: Map<string, LibraryItem>) {
  const item = items.get('read/1');
  const value = item?.kind === 'read' ? item.value : null;
  return { last: value?.chapter?.number, furthest: value?.furthest?.chapter?.number };
}

describe('mergeItems', () => {
  it('keeps the newest item per key, whatever the order of items', () => {
    const items = mergedItems([read(1, 5, 10), read(2, 1, 10)], [read(1, 2, 20), read(2, 9, 5)]);
    expect([chapterOf(items), chapterOf(items, 2)]).toEqual([2, 1]);
  });

  it('prefers a removal, then the further chapter, if the times are equal', () => {
    expect(chapterOf(mergedItems([read(1, 2, 5), read(1, 3, 5), read(1, 1, 5)]))).toBe(3);
    expect(mergedItems([read(1, 2, 5)], [removal(1, 5)], [read(1, 9, 5)]).get('read/1')?.value).toBeNull();
  });

  it('restores a removed book only if an item is newer than the removal', () => {
    expect(chapterOf(mergedItems([removal(1, 5)], [read(1, 4, 6)]))).toBe(4);
    expect(mergedItems([removal(1, 5)], [read(1, 4, 4)]).get('read/1')?.value).toBeNull();
  });

  it('replaces a time further in the future than the clock tolerance with the current time', () => {
    const ahead = { ...read(1, 2, 0), at: NOW + CLOCK_TOLERANCE_MS };
    expect(mergedItems([ahead]).get('read/1')?.at).toBe(ahead.at);
    expect(mergedItems([{ ...ahead, at: ahead.at + 1 }]).get('read/1')?.at).toBe(NOW);
  });

  it('returns only items that changed', () => {
    expect(mergeItems(mergedItems([read(1, 2, 5)]), [read(1, 2, 5), read(1, 1, 4)], NOW).size).toBe(0);
  });

  it('keeps the furthest position when an earlier chapter is opened later', () => {
    expect(furthestIn(mergedItems([read(1, 12, 10)], [read(1, 3, 20)]))).toEqual({ last: 3, furthest: 12 });
    expect(furthestIn(mergedItems([read(1, 3, 20)], [read(1, 12, 10)]))).toEqual({ last: 3, furthest: 12 });
    expect(furthestIn(mergedItems([readWithFurthest(1, 2, 30, 9)], [read(1, 3, 40), read(1, 12, 10)]))).toEqual({
      last: 3,
      furthest: 12,
    });
  });

  it('keeps the further position if both are in the same chapter', () => {
    const at = (block: number, minute: number) => {
      const item = read(1, 5, minute);
      if (item.kind === 'read' && item.value?.chapter)
        item.value.chapter.place = { block, offset: 0, hash: '00000000' };
      return item;
    };
    const item = mergedItems([at(7, 1)], [at(2, 2)]).get('read/1');
    const value = item?.kind === 'read' ? item.value : null;
    expect([value?.chapter?.place?.block, value?.furthest?.chapter?.place?.block]).toEqual([2, 7]);
  });

  it('omits the furthest position if it equals the last position', () => {
    expect(mergedItems([readWithFurthest(1, 4, 5, 4)]).get('read/1')).toEqual(read(1, 4, 5));
    expect(mergedItems([read(1, 3, 5)], [read(1, 4, 6)]).get('read/1')).toEqual(read(1, 4, 6));
  });

  it('resets the furthest position if the reader restarts the book, whatever the order of items', () => {
    const again = readWithFurthest(1, 1, 20, 1, NOW - 86_400_000 + 20 * MINUTE);
    for (const news of [
      [read(1, 12, 10), again],
      [again, read(1, 12, 10)],
    ])
      expect(furthestIn(mergedItems(news, [read(1, 2, 30)]))).toEqual({ last: 2, furthest: 1 });
  });

  it('deletes the furthest position of a book removed from the history, whatever the order of items', () => {
    const news = [[read(1, 40, 10)], [removal(1, 20)], [read(1, 13, 25)]];
    expect(furthestIn(mergedItems(...news))).toEqual({ last: 13, furthest: undefined });
    expect(mergedItems(...news.toReversed())).toEqual(mergedItems(...news));
    expect(mergedItems(news[0] ?? [], news[2] ?? [], news[1] ?? [])).toEqual(mergedItems(...news));
  });

  it('restores a book together with its furthest position', () => {
    const back = restoredItem(readWithFurthest(1, 3, 10, 12), NOW);
    expect(furthestIn(mergedItems([removal(1, 20)], [back]))).toEqual({ last: 3, furthest: 12 });
  });

  it('limits the time of a restart to the time of the item that contains it', () => {
    const item = mergedItems([readWithFurthest(1, 1, 5, 1, NOW * 2)]).get('read/1');
    expect(item?.kind === 'read' ? item.value?.furthest?.since : null).toBe(item?.at);
  });

  const someRead = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 }), fc.nat(5), fc.option(fc.nat(12)), fc.nat(5))
    .map(([id, number, minute, furthest, since]) =>
      furthest === null
        ? read(id, number, minute)
        : readWithFurthest(id, number, minute, furthest, since === 0 ? 0 : NOW - 86_400_000 + since * MINUTE),
    );
  const someItem = fc
    .tuple(someRead, fc.nat(2))
    .map(([item, chance]) => (chance > 0 ? item : ({ ...item, value: null } as LibraryItem)));
  const someItems = fc.array(someItem, { maxLength: 8 });

  it('gives the same result for any order and repetition of items', () => {
    fc.assert(
      fc.property(fc.array(someItems, { maxLength: 5 }), (news) => {
        const once = mergedItems(...news);
        expect(mergedItems(...news.toReversed())).toEqual(once);
        expect(mergedItems(...news, ...news)).toEqual(once);
      }),
    );
  });

  it('is commutative, associative and idempotent', () => {
    const ofOneBook = someItem.map((item) => normalItem({ ...item, id: '1' } as LibraryItem));
    fc.assert(
      fc.property(ofOneBook, ofOneBook, ofOneBook, (one, other, third) => {
        expect(mergeItem(one, other)).toEqual(mergeItem(other, one));
        expect(mergeItem(mergeItem(one, other), third)).toEqual(mergeItem(one, mergeItem(other, third)));
        expect(mergeItem(one, one)).toEqual(one);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps the furthest of all positions if no book is removed or restarted', () => {
    const someReading = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat(9)).map(([number, minute]) => ({
      number,
      item: read(1, number, minute),
    }));
    fc.assert(
      fc.property(fc.array(someReading, { minLength: 1, maxLength: 12 }), (readings) => {
        const { last, furthest } = furthestIn(mergedItems(...readings.map(({ item }) => [item])));
        expect(furthest ?? last).toBe(Math.max(...readings.map(({ number }) => number)));
      }),
    );
  });

  it('keeps the item that wins over all others with its key', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const merged = mergedItems(items);
        for (const item of items) {
          const winner = merged.get(keyOf(item));
          expect(winner !== undefined && !wins(item, winner)).toBe(true);
        }
      }),
    );
  });
});

describe('a library item in a merge', () => {
  const entry = { ...(read(1, 5, 0).value as object), read_at: '2026-06-01T00:00:00Z' } as never;
  const seen = (chapters: number, at: number): LibraryItem => ({ kind: 'seen', id: '1', at, value: { chapters } });

  it('is created from a history entry or from the removal of an entry', () => {
    expect(readItem(entry)).toEqual({ ...read(1, 5, 0), at: NOW });
    expect(removalItem({ book_id: 1, removed_at: '2026-06-01T00:00:01Z' })).toEqual({
      kind: 'read',
      id: '1',
      value: null,
      at: NOW + 1000,
    });
  });

  it('does not replace an equal item', () => {
    expect(wins(read(1, 5, 0), read(1, 5, 0))).toBe(false);
    expect(wins(removal(1, 0), removal(1, 0))).toBe(false);
    expect(wins(seen(3, 5), seen(3, 5))).toBe(false);
  });

  it('loses to an item with the same time and a greater JSON text, whatever the order', () => {
    expect([wins(seen(9, 5), seen(10, 5)), wins(seen(10, 5), seen(9, 5))]).toEqual([true, false]);
    expect(mergeItem(seen(9, 5), seen(10, 5))).toEqual(seen(9, 5));
    expect(mergeItem(seen(10, 5), seen(9, 5))).toEqual(seen(9, 5));
    expect(restoredItem(seen(9, 5), NOW)).toEqual(seen(9, NOW));
  });

  it('loses to an item with the same time if only the other item has a chapter', () => {
    const unread = { ...read(1, 1, 0), value: { ...(read(1, 1, 0).value as object), chapter: null } } as LibraryItem;
    expect([wins(unread, read(1, 1, 0)), wins(read(1, 1, 0), unread)]).toEqual([false, true]);
  });

  it('is compared with another item without regard to the furthest positions', () => {
    const [one, other] = [readWithFurthest(1, 5, 0, 9), readWithFurthest(1, 5, 0, 12)];
    expect([wins(one, other), wins(other, one)]).toEqual([false, false]);
    const withCover = { ...other, value: { ...(other.value as object), cover: undefined } } as unknown as LibraryItem;
    expect(wins(one, withCover)).not.toBe(wins(withCover, one));
  });
});
