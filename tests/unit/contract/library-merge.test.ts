import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { CLOCK_TOLERANCE_MS, keyOf, mergeItems, wins } from '#src/contract/library-merge.ts';

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
const gone = (id: number, minute: number): LibraryItem => ({ ...read(id, 1, minute), value: null }) as LibraryItem;

/** Applies the news one after the other. */
function told(...news: (readonly LibraryItem[])[]): Map<string, LibraryItem> {
  const known = new Map<string, LibraryItem>();
  for (const part of news) for (const [key, item] of mergeItems(known, part, NOW)) known.set(key, item);
  return known;
}

const chapterOf = (known: Map<string, LibraryItem>, id = 1) => {
  const item = known.get(`read/${id}`);
  return item?.kind === 'read' ? item.value?.chapter?.number : undefined;
};

describe('mergeItems', () => {
  it('lets the newest win per key, whichever comes first', () => {
    const known = told([read(1, 5, 10), read(2, 1, 10)], [read(1, 2, 20), read(2, 9, 5)]);
    expect([chapterOf(known), chapterOf(known, 2)]).toEqual([2, 1]);
  });

  it('prefers a removal, then the further chapter, of one moment', () => {
    expect(chapterOf(told([read(1, 2, 5), read(1, 3, 5), read(1, 1, 5)]))).toBe(3);
    expect(told([read(1, 2, 5)], [gone(1, 5)], [read(1, 9, 5)]).get('read/1')?.value).toBeNull();
  });

  it('lets what is newer than a removal bring the book back, not what is older', () => {
    expect(chapterOf(told([gone(1, 5)], [read(1, 4, 6)]))).toBe(4);
    expect(told([gone(1, 5)], [read(1, 4, 4)]).get('read/1')?.value).toBeNull();
  });

  it('takes a time in the future for now, beyond the clock tolerance', () => {
    const ahead = { ...read(1, 2, 0), at: NOW + CLOCK_TOLERANCE_MS };
    expect(told([ahead]).get('read/1')?.at).toBe(ahead.at);
    expect(told([{ ...ahead, at: ahead.at + 1 }]).get('read/1')?.at).toBe(NOW);
  });

  it('returns only what changed', () => {
    expect(mergeItems(told([read(1, 2, 5)]), [read(1, 2, 5), read(1, 1, 4)], NOW).size).toBe(0);
  });

  const someItem = fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 }), fc.nat(5), fc.boolean())
    .map(([id, number, minute, there]) => (there ? read(id, number, minute) : gone(id, minute)));
  const someItems = fc.array(someItem, { maxLength: 8 });

  it('has one outcome in any order and with repetitions', () => {
    fc.assert(
      fc.property(fc.array(someItems, { maxLength: 5 }), (news) => {
        const once = told(...news);
        expect(told(...news.toReversed())).toEqual(once);
        expect(told(...news, ...news)).toEqual(once);
      }),
    );
  });

  it('keeps no item that another one wins over', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const known = told(items);
        for (const item of items) {
          const kept = known.get(keyOf(item));
          expect(kept !== undefined && !wins(item, kept)).toBe(true);
        }
      }),
    );
  });
});
