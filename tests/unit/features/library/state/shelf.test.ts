import { describe, expect, it } from 'vitest';
import { SHELF_LIMIT } from '#src/features/library/state/library-entries.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const book = (id: number) => ({ id, title: `Book ${id}`, category: { name: 'Romance', sub_name: null } });
const shelfEntry = (id: number, minute: number) => ({
  book: book(id),
  cover: null,
  added_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
});
const withShelf = (entries: unknown) => memoryPlatform({ 'lectern:shelf': JSON.stringify(entries) });

async function stores(platform = memoryPlatform()) {
  const { local } = await loadStores(platform);
  const shelf = await import('#src/features/library/state/shelf.ts');
  const ids = () => local.$shelf.get().map((entry) => entry.book.id);
  return { ...shelf, ids, $shelf: local.$shelf };
}

describe('the shelf', () => {
  it('keeps the newest book first with its time, without duplicates', async () => {
    const platform = memoryPlatform();
    const { addToShelf, ids, $shelf } = await stores(platform);
    addToShelf({ book: book(1), cover: null });
    addToShelf({ book: book(2), cover: null });
    platform.setNow('2026-06-01T00:00:00Z');
    addToShelf({ book: book(1), cover: null });
    expect(ids()).toEqual([1, 2]);
    expect($shelf.get()[0]?.added_at).toBe('2026-06-01T00:00:00.000Z');
    expect(JSON.parse(platform.saved.get('lectern:shelf') ?? '')).toHaveLength(2);
  });

  it('keeps at most a thousand books', async () => {
    const many = Array.from({ length: SHELF_LIMIT }, (_, index) => shelfEntry(index + 1, index));
    const { addToShelf, ids } = await stores(withShelf(many));
    addToShelf({ book: book(5000), cover: null });
    expect(ids()).toHaveLength(SHELF_LIMIT);
    expect(ids()[0]).toBe(5000);
  });

  it('restores a removed book at its former position', async () => {
    const entries = [shelfEntry(3, 3), shelfEntry(2, 2), shelfEntry(1, 1)];
    const { removeFromShelf, restoreShelfEntry, ids, $shelf } = await stores(withShelf(entries));
    const removedEntry = removeFromShelf(2);
    expect(ids()).toEqual([3, 1]);
    expect(removedEntry).toEqual(entries[1]);
    if (removedEntry) restoreShelfEntry(removedEntry);
    expect($shelf.get()).toMatchObject(entries);
    expect(removeFromShelf(9)).toBeUndefined();
  });

  it.each([
    ['invalid JSON', '{"x":[1,'],
    ['something other than a list', '{"book":1}'],
  ])('is empty if %s is stored', async (_what, text) => {
    const { ids } = await stores(memoryPlatform({ 'lectern:shelf': text }));
    expect(ids()).toEqual([]);
  });

  it('drops invalid stored entries and keeps all others', async () => {
    const { ids } = await stores(
      withShelf([shelfEntry(1, 1), { book: 2 }, { ...shelfEntry(3, 1), added_at: 'yesterday' }, null]),
    );
    expect(ids()).toEqual([1]);
  });
});
