import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { HISTORY_LIMIT, mergeHistory } from '#src/features/library/state/history.ts';
import { entry } from '../../../shell/state/entries.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const books = (entries: readonly HistoryEntry[]) => entries.map(({ book }) => book.id);

describe('recordReading', () => {
  it('puts the book first with the current time, without duplicates', async () => {
    const platform = memoryPlatform();
    const { history, local } = await loadStores(platform);
    const { read_at: _first, ...one } = entry(1, time(0));
    const { read_at: _second, ...two } = entry(2, time(0));
    history.recordReading(one);
    history.recordReading(two);
    platform.setNow('2026-06-01T00:00:00Z');
    history.recordReading(entry(1, time(0), 9));
    expect(local.$readlogList.get()).toEqual([
      { ...entry(1, time(0), 9), read_at: '2026-06-01T00:00:00.000Z' },
      { ...two, read_at: '2026-05-01T12:00:00.000Z' },
    ]);
  });

  it('keeps the latest thousand books', async () => {
    const many = Array.from({ length: HISTORY_LIMIT }, (_, index) => entry(index + 1, time(index)));
    const { history, local } = await loadStores(memoryPlatform({ readlogList: JSON.stringify(many) }));
    history.recordReading(entry(5000, time(0)));
    expect(local.$readlogList.get()).toHaveLength(HISTORY_LIMIT);
    expect(local.$readlogList.get()[0]?.book.id).toBe(5000);
  });
});

describe('the furthest position in a book', () => {
  const [chapter3, chapter12] = [entry(1, '', 3).chapter, entry(1, '', 12).chapter];
  const at12 = { readlogList: JSON.stringify([entry(1, time(0), 12)]) };
  const furthest = ({ local }: Awaited<ReturnType<typeof loadStores>>) => local.$readlogList.get()[0]?.furthest;

  it('is kept when an earlier chapter is opened, and advances when the visitor reads beyond it', async () => {
    const stores = await loadStores(memoryPlatform(at12));
    stores.history.recordReading(entry(1, '', 3));
    expect(stores.local.$readlogList.get()[0]?.chapter).toEqual(chapter3);
    expect(furthest(stores)).toEqual({ chapter: chapter12, since: 0 });
    stores.history.recordReading(entry(1, '', 4));
    expect(furthest(stores)).toEqual({ chapter: chapter12, since: 0 });
    stores.history.recordReading(entry(1, '', 13));
    expect([furthest(stores), stores.local.$readlogList.get()[0]?.chapter?.number]).toEqual([undefined, 13]);
  });

  it('is reset to the current position when the visitor starts over, which can be undone', async () => {
    const stores = await loadStores(memoryPlatform(at12));
    stores.history.recordReading(entry(1, '', 3));
    const read_at = Date.parse(stores.local.$readlogList.get()[0]?.read_at ?? '');
    const before = stores.history.setFurthest(1);
    expect([before, furthest(stores)]).toEqual([chapter12, { chapter: chapter3, since: read_at + 1 }]);
    const old = { ...entry(1, time(5), 12), furthest: { chapter: chapter12, since: 0 } };
    expect(mergeHistory(stores.local.$readlogList.get(), [old], [])[0]?.furthest?.chapter).toEqual(chapter3);
    stores.history.setFurthest(1, before);
    expect(furthest(stores)?.chapter).toEqual(chapter12);
    expect(stores.history.setFurthest(9)).toBeNull();
  });

  it('is removed and restored together with the book', async () => {
    const stores = await loadStores(memoryPlatform(at12));
    stores.history.recordReading(entry(1, '', 3));
    const removed = stores.history.removeFromHistory(1);
    if (removed) stores.history.restoreHistoryEntry(removed);
    expect(furthest(stores)?.chapter).toEqual(chapter12);
    stores.history.removeFromHistory(1);
    stores.history.recordReading(entry(1, '', 3));
    stores.history.recordReading(entry(1, '', 2));
    expect(furthest(stores)?.chapter).toEqual(chapter3);
  });

  it('is restored even after the removal of the book has been synced', async () => {
    const stores = await loadStores(memoryPlatform(at12));
    stores.history.recordReading(entry(1, '', 3));
    const removed = stores.history.removeFromHistory(1);
    const removals = stores.local.$historyRemovals.get();
    stores.local.$synced.set({
      account: 0,
      cursor: '',
      at: 0,
      known: { 'read/1': Date.parse(removals[0]?.removed_at ?? '') },
    });
    if (removed) stores.history.restoreHistoryEntry(removed);
    expect(mergeHistory(stores.local.$readlogList.get(), [], removals)[0]?.furthest?.chapter).toEqual(chapter12);
  });
});

describe('removeFromHistory', () => {
  it('removes the book and stores the removal until the book is read again', async () => {
    const saved = { readlogList: JSON.stringify([entry(1, time(0)), entry(2, time(1))]) };
    const { history, local } = await loadStores(memoryPlatform(saved));
    history.removeFromHistory(1);
    history.removeFromHistory(1);
    expect(books(local.$readlogList.get())).toEqual([2]);
    expect(local.$historyRemovals.get()).toEqual([{ book_id: 1, removed_at: '2026-05-01T12:00:00.000Z' }]);
    history.recordReading(entry(1, time(0)));
    expect(local.$historyRemovals.get()).toEqual([]);
  });
});

describe('restoreHistoryEntry', () => {
  const saved = { readlogList: JSON.stringify([entry(2, time(2)), entry(1, time(1))]) };

  it('restores a removed book with its former position', async () => {
    const { history, local } = await loadStores(memoryPlatform(saved));
    const removed = history.removeFromHistory(1);
    if (removed) history.restoreHistoryEntry(removed);
    expect(local.$readlogList.get()).toEqual([entry(2, time(2)), entry(1, time(1))]);
    expect(local.$historyRemovals.get()).toEqual([]);
  });

  it('takes precedence over a removal that has already been synced', async () => {
    const { history, local } = await loadStores(memoryPlatform(saved));
    const removed = history.removeFromHistory(1);
    const removals = [...local.$historyRemovals.get()];
    local.$historyRemovals.set([]);
    if (removed) history.restoreHistoryEntry(removed);
    const [first] = mergeHistory(local.$readlogList.get(), [], []);
    expect(first?.book.id).toBe(1);
    expect(Date.parse(first?.read_at ?? '')).toBeGreaterThanOrEqual(Date.parse(removals[0]?.removed_at ?? ''));
  });

  it('restores nothing for a book that was not in the history', async () => {
    const { history } = await loadStores(memoryPlatform(saved));
    expect(history.removeFromHistory(9)).toBeUndefined();
  });
});

describe('mergeHistory', () => {
  it('keeps a thousand books, not counting removed books', () => {
    const many = Array.from({ length: HISTORY_LIMIT + 5 }, (_, index) => entry(index + 1, time(index)));
    const removed = Array.from({ length: 20 }, (_, index) => ({ book_id: 5000 + index, removed_at: time(9000) }));
    const merged = books(mergeHistory(many, [], removed));
    expect(merged).toHaveLength(HISTORY_LIMIT);
    expect([merged[0], merged.at(-1)]).toEqual([HISTORY_LIMIT + 5, 6]);
  });

  it('keeps the latest position in each book, newest first', () => {
    const merged = mergeHistory(
      [entry(1, time(1)), entry(2, time(9), 4)],
      [entry(1, time(5), 2), entry(2, time(3))],
      [],
    );
    expect(merged).toEqual([entry(2, time(9), 4), entry(1, time(5), 2)]);
  });

  it('omits books that were removed after they were last read, or at the same time', () => {
    const removed = [1, 2, 3].map((book_id) => ({ book_id, removed_at: time(5) }));
    expect(books(mergeHistory([entry(1, time(4)), entry(2, time(5)), entry(3, time(6))], [], removed))).toEqual([3]);
  });

  it('prefers the further chapter if both positions have the same time', () => {
    const [merged] = mergeHistory([entry(1, time(1), 3)], [entry(1, time(1), 7)], []);
    expect(merged?.chapter?.number).toBe(7);
  });

  const someEntry = fc
    .record({ id: fc.integer({ min: 1, max: 8 }), minute: fc.nat(6), chapter: fc.integer({ min: 1, max: 3 }) })
    .map(({ id, minute, chapter }) => entry(id, time(minute), chapter));
  const someHistory = fc.array(someEntry, { maxLength: 20 });
  const someRemovals = fc.array(
    fc.record({ book_id: fc.integer({ min: 1, max: 8 }), removed_at: fc.nat(6).map(time) }),
    { maxLength: 5 },
  );

  it('is commutative', () => {
    fc.assert(
      fc.property(someHistory, someHistory, someRemovals, (one, other, removed) => {
        expect(mergeHistory(one, other, removed)).toEqual(mergeHistory(other, one, removed));
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(someHistory, someHistory, someRemovals, (one, other, removed) => {
        const merged = mergeHistory(one, other, removed);
        expect(mergeHistory(merged, merged, removed)).toEqual(merged);
        expect(mergeHistory(merged, other, removed)).toEqual(merged);
      }),
    );
  });

  it('returns each book once, newest first, and never drops newer entries', () => {
    fc.assert(
      fc.property(someHistory, someHistory, someRemovals, (one, other, removed) => {
        const merged = mergeHistory(one, other, removed);
        const times = merged.map(({ read_at }) => read_at);
        expect(new Set(books(merged)).size).toBe(merged.length);
        expect(times).toEqual(times.toSorted().toReversed());
        for (const { book, read_at } of [...one, ...other]) {
          const entryAfterMerge = merged.find((entry) => entry.book.id === book.id);
          const isRemoved = removed.some(({ book_id, removed_at }) => book_id === book.id && removed_at >= read_at);
          expect(isRemoved || (entryAfterMerge !== undefined && entryAfterMerge.read_at >= read_at)).toBe(true);
        }
      }),
    );
  });
});
