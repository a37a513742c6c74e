import { describe, expect, it } from 'vitest';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { entry } from '../../../shell/state/entries.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const timeOf = (at: number) => new Date(at).toISOString();
const { book } = entry(1, '');
const PLACE = { block: 0, offset: 0, hash: '0123abcd' };

/** Makes an item of each kind that a device accepts, changed at `at`. */
const ITEMS = {
  read: (id: number, at: number) => {
    const { read_at: _at, ...value } = entry(id, '');
    return { kind: 'read', id: String(id), value, at };
  },
  shelf: (id: number, at: number) => ({
    kind: 'shelf',
    id: String(id),
    value: { book: { ...book, id }, cover: null, added_at: timeOf(at) },
    at,
  }),
  seen: (id: number, at: number) => ({ kind: 'seen', id: String(id), value: { chapters: id }, at }),
  list: (id: number, at: number) => ({ kind: 'list', id: `list-${id}`, value: { name: `List ${id}` }, at }),
  listed: (id: number, at: number) => ({ kind: 'listed', id: `later:${id}`, value: true, at }),
  hidden: (id: number, at: number) => ({ kind: 'hidden', id: String(id), value: { name: `Tag ${id}` }, at }),
  mark: (id: number, at: number) => ({
    kind: 'mark',
    id: `mark-${1000 + id}`,
    value: {
      kind: 'bookmark',
      id: `mark-${1000 + id}`,
      book,
      chapter: { id: 7, number: 2, title: 'Second' },
      start: PLACE,
      text: '',
      note: '',
      created_at: timeOf(NOON),
      updated_at: timeOf(at),
    },
    at,
  }),
} as unknown as Record<LibraryItem['kind'], (id: number, at: number) => LibraryItem>;
const KINDS = Object.entries(ITEMS).map(([kind, make]) => [kind, make] as const);

const removedItem = (item: LibraryItem, at: number) => ({ ...item, value: null, at }) as LibraryItem;

async function device() {
  const { library, local } = await loadStores(memoryPlatform());
  const has = () => [...library.localItems().values()];
  return { ...library, local, has };
}

describe.each(KINDS)('an item of kind %s', (_kind, make) => {
  it('is unchanged when another device sends it back', async () => {
    const { applyItems, has } = await device();
    const items = [make(1, NOON + 2), make(2, NOON + 1)];
    applyItems(items);
    expect(has()).toEqual(items);
  });

  it('replaces only the item with the same id', async () => {
    const { applyItems, has } = await device();
    applyItems([make(1, NOON), make(2, NOON)]);
    applyItems([make(1, NOON + 5)]);
    expect(has().map(({ id, at }) => [id, at])).toEqual(
      expect.arrayContaining([
        [make(1, 0).id, NOON + 5],
        [make(2, 0).id, NOON],
      ]),
    );
    expect(has()).toHaveLength(2);
  });

  it('stays stored as removed until it is added again', async () => {
    const { applyItems, has } = await device();
    applyItems([make(1, NOON), make(2, NOON)]);
    const removal = removedItem(make(1, NOON), NOON + 9);
    applyItems([removal]);
    expect(has()).toHaveLength(2);
    expect(has()).toContainEqual(removal);
    const back = make(1, NOON + 20);
    applyItems([back]);
    expect(has()).toHaveLength(2);
    expect(has()).toContainEqual(back);
  });
});

describe('the size limits of the library on a device', () => {
  it.each([
    ['positions in books', 'read', '$readlogList', 1000],
    ['books on the shelf', 'shelf', '$shelf', 1000],
    ['chapter counts', 'seen', '$knownChapters', 1000],
  ] as const)('keep the latest thousand %s', async (_what, kind, store, limit) => {
    const { applyItems, local } = await device();
    applyItems(Array.from({ length: limit + 1 }, (_, index) => ITEMS[kind](index + 1, NOON + index)));
    const stored = local[store].get() as readonly object[];
    expect(stored).toHaveLength(limit);
    expect(JSON.stringify(stored[0])).toContain(kind === 'seen' ? `"book_id":${limit + 1}` : `"id":${limit + 1}`);
    expect(JSON.stringify(stored.at(-1))).toContain(kind === 'seen' ? '"book_id":2' : '"id":2,');
  });

  it('keep the latest marks', async () => {
    const { applyItems, local } = await device();
    applyItems([ITEMS.mark(1, NOON), ITEMS.mark(2, NOON + 5), removedItem(ITEMS.mark(3, NOON), NOON + 3)]);
    expect(local.$marks.get().map(({ id }) => id)).toEqual(['mark-1002', 'mark-1003', 'mark-1001']);
  });

  it('keep the latest removals from the history', async () => {
    const { applyItems, local } = await device();
    applyItems([
      removedItem(ITEMS.read(1, NOON), NOON),
      removedItem(ITEMS.read(2, NOON), NOON + 9),
      removedItem(ITEMS.read(3, NOON), NOON + 4),
    ]);
    expect(local.$historyRemovals.get()).toEqual([
      { book_id: 2, removed_at: timeOf(NOON + 9) },
      { book_id: 3, removed_at: timeOf(NOON + 4) },
      { book_id: 1, removed_at: timeOf(NOON) },
    ]);
  });

  it('keep the latest removals of other items, except of kinds that store removals themselves', async () => {
    const { applyItems, local } = await device();
    applyItems([
      removedItem(ITEMS.shelf(1, NOON), NOON),
      removedItem(ITEMS.hidden(2, NOON), NOON + 9),
      removedItem(ITEMS.read(3, NOON), NOON + 4),
      removedItem(ITEMS.mark(4, NOON), NOON + 5),
    ]);
    expect(local.$tombstones.get()).toEqual([
      { key: 'hidden/2', at: NOON + 9 },
      { key: 'shelf/1', at: NOON },
    ]);
  });
});

it('a stored removal is not an item of the library if its kind is unknown, or if items of its kind store their own removals', async () => {
  const { local, has } = await device();
  local.$tombstones.set([
    { key: 'future/1', at: NOON },
    { key: 'read/1', at: NOON },
  ]);
  expect(has()).toEqual([]);
});
