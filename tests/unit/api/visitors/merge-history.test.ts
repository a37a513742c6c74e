import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HistoryMark, type HistoryNews, mergeHistory } from '#src/api/visitors/merge-history.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const at = (minute: number) => new Date(NOW - 86_400_000 + minute * 60_000).toISOString();

const read = (id: number, number: number, minute: number) => ({
  book: { id, title: 'A', category: { name: 'F', sub_name: null } },
  ...{ cover: null, chapter: { id: number, number, title: 'C' }, read_at: at(minute) },
});
const gone = (book_id: number, minute: number) => ({ book_id, removed_at: at(minute) });

/** Applies the news one after the other. */
function told(...news: HistoryNews[]): Map<number, HistoryMark> {
  const known = new Map<number, HistoryMark>();
  for (const part of news) for (const [book, mark] of mergeHistory(known, part, NOW)) known.set(book, mark);
  return known;
}

const chapterOf = (known: Map<number, HistoryMark>, book = 1) => known.get(book)?.entry?.chapter?.number;

describe('mergeHistory', () => {
  it('lets the newest win per book', () => {
    const first = { entries: [read(1, 5, 10), read(2, 1, 10)], removed: [] };
    const second = { entries: [read(1, 2, 20), read(2, 9, 5)], removed: [] };
    const known = told(first, second);
    expect([chapterOf(known), chapterOf(known, 2)]).toEqual([2, 1]);
  });

  it('prefers a removal, then the further chapter, of equal age', () => {
    expect(chapterOf(told({ entries: [read(1, 2, 5), read(1, 3, 5), read(1, 1, 5)], removed: [] }))).toBe(3);
    expect(told({ entries: [read(1, 2, 5)], removed: [gone(1, 5)] }).get(1)?.entry).toBeNull();
  });

  it('lets reading after a removal bring the book back', () => {
    expect(chapterOf(told({ entries: [], removed: [gone(1, 5)] }, { entries: [read(1, 4, 6)], removed: [] }))).toBe(4);
  });

  it('takes what claims to be in the future for now', () => {
    const known = told({ entries: [read(1, 2, 99_999)], removed: [] });
    expect(known.get(1)).toMatchObject({ at: NOW, entry: { read_at: new Date(NOW).toISOString() } });
  });

  it('tells only what changed', () => {
    const known = told({ entries: [read(1, 2, 5)], removed: [] });
    expect(mergeHistory(known, { entries: [read(1, 2, 5), read(1, 1, 4)], removed: [] }, NOW).size).toBe(0);
  });

  it('comes to the same in any order and however often it is told', () => {
    const entry = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9 }), fc.nat(5));
    const news = fc.record({
      entries: fc.array(
        entry.map(([id, number, minute]) => read(id, number, minute)),
        { maxLength: 6 },
      ),
      removed: fc.array(
        entry.map(([id, , minute]) => gone(id, minute)),
        { maxLength: 3 },
      ),
    });
    const shape = (known: Map<number, HistoryMark>) => JSON.stringify([...known].sort(([a], [b]) => a - b));
    fc.assert(
      fc.property(news, news, (a, b) => {
        expect(shape(told(b, a, b))).toBe(shape(told(a, b)));
      }),
    );
  });
});
