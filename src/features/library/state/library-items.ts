import type { WritableAtom } from 'nanostores';
import type { LibraryItem, LibraryKind } from '#src/contract/entities/library.ts';
import type { StoredMark } from '#src/contract/entities/marks.ts';
import { keyOf, readItem, removalItem } from '#src/contract/library-merge.ts';
import {
  $hiddenTags,
  $historyRemovals,
  $knownChapters,
  $listEntries,
  $lists,
  $marks,
  $readlogList,
  $shelf,
  $tombstones,
  type HistoryRemoval,
  type Tombstone,
} from '#src/shell/state/local-storage.ts';
import { MAX_TOMBSTONES } from '#src/shell/state/tombstones.ts';
import { KNOWN_CHAPTERS_LIMIT } from './known-chapters.ts';
import { byAdded, listEntryId, SHELF_LIMIT, shelfTime } from './library-entries.ts';
import { HISTORY_LIMIT } from './merge-history.ts';

/** Access to one kind of library data on this device, converted to and from library items. */
export interface LibraryKindStore {
  readonly kind: LibraryKind;
  /** Whether the kind stores its removals itself instead of in the shared list of tombstones. */
  readonly ownTombstones: boolean;
  items(): LibraryItem[];
  apply(items: readonly LibraryItem[]): void;
}

interface SyncedList<E> {
  readonly kind: LibraryKind;
  readonly $list: WritableAtom<E[]>;
  toItem(entry: E): LibraryItem;
  /** Returns the entry to store; undefined for a removed item. */
  toEntry(item: LibraryItem): E | undefined;
  order?(a: E, b: E): number;
  readonly limit?: number;
}

/** Stores the items as entries. They replace existing entries with the same keys. */
function replaceEntries<E>(
  { $list, toItem, toEntry, order, limit = Infinity }: SyncedList<E>,
  items: readonly LibraryItem[],
) {
  const ids = new Set(items.map(({ id }) => id));
  const others = $list.get().filter((entry) => !ids.has(toItem(entry).id));
  const entries = [...others, ...items.map(toEntry).filter((entry) => entry !== undefined)];
  $list.set((order ? entries.sort(order) : entries).slice(0, limit));
}

const entryList = <E>(list: SyncedList<E>): LibraryKindStore => ({
  kind: list.kind,
  ownTombstones: false,
  items: () => list.$list.get().map(list.toItem),
  apply: (items) => replaceEntries(list, items),
});

const shelf = entryList({
  kind: 'shelf',
  $list: $shelf,
  toItem(entry) {
    const { book, cover, added_at } = entry;
    return { kind: 'shelf', id: String(book.id), value: { book, cover, added_at }, at: shelfTime(entry) };
  },
  toEntry: (item) => (item.kind === 'shelf' && item.value ? { ...item.value, at: item.at } : undefined),
  order: byAdded,
  limit: SHELF_LIMIT,
});

const knownChapters = entryList({
  kind: 'seen',
  $list: $knownChapters,
  toItem: ({ book_id, chapters, at }) => ({ kind: 'seen', id: String(book_id), value: { chapters }, at }),
  toEntry: (item) =>
    item.kind === 'seen' && item.value ? { ...item.value, book_id: Number(item.id), at: item.at } : undefined,
  order: (a, b) => b.at - a.at,
  limit: KNOWN_CHAPTERS_LIMIT,
});

const lists = entryList({
  kind: 'list',
  $list: $lists,
  toItem: ({ id, name, at }) => ({ kind: 'list', id, value: { name }, at }),
  toEntry: (item) => (item.kind === 'list' && item.value ? { ...item.value, id: item.id, at: item.at } : undefined),
});

const listEntries = entryList({
  kind: 'listed',
  $list: $listEntries,
  toItem: ({ list, book_id, at }) => ({ kind: 'listed', id: listEntryId(list, book_id), value: true, at }),
  toEntry(item) {
    const [list = '', book] = item.id.split(':');
    return item.kind === 'listed' && item.value ? { list, book_id: Number(book), at: item.at } : undefined;
  },
});

const hidden = entryList({
  kind: 'hidden',
  $list: $hiddenTags,
  toItem: ({ id, name, at }) => ({ kind: 'hidden', id: String(id), value: { name }, at }),
  toEntry: (item) =>
    item.kind === 'hidden' && item.value ? { ...item.value, id: Number(item.id), at: item.at } : undefined,
});

const timeOf = (at: number) => new Date(at).toISOString();

const places: SyncedList<ReturnType<typeof $readlogList.get>[number]> = {
  kind: 'read',
  $list: $readlogList,
  toItem: readItem,
  toEntry: (item) => (item.kind === 'read' && item.value ? { ...item.value, read_at: timeOf(item.at) } : undefined),
  order: (a, b) => Date.parse(b.read_at) - Date.parse(a.read_at),
  limit: HISTORY_LIMIT,
};

const removals: SyncedList<HistoryRemoval> = {
  kind: 'read',
  $list: $historyRemovals,
  toItem: removalItem,
  toEntry: (item) => (item.value === null ? { book_id: Number(item.id), removed_at: timeOf(item.at) } : undefined),
  order: (a, b) => Date.parse(b.removed_at) - Date.parse(a.removed_at),
  limit: HISTORY_LIMIT,
};

const read: LibraryKindStore = {
  kind: 'read',
  ownTombstones: true,
  items: () => [...$historyRemovals.get().map(removals.toItem), ...$readlogList.get().map(places.toItem)],
  apply(items) {
    replaceEntries(places, items);
    replaceEntries(removals, items);
  },
};

const marks: LibraryKindStore = {
  ...entryList<StoredMark>({
    kind: 'mark',
    $list: $marks,
    toItem: (mark) => ({
      kind: 'mark',
      id: mark.id,
      at: Date.parse(mark.updated_at),
      value: mark.kind === 'removed' ? null : mark,
    }),
    toEntry(item) {
      if (item.kind !== 'mark') return undefined;
      const updated_at = timeOf(item.at);
      return item.value ? { ...item.value, updated_at } : { kind: 'removed', id: item.id, updated_at };
    },
    order: (a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at),
  }),
  ownTombstones: true,
};

export const KINDS: readonly LibraryKindStore[] = [read, shelf, knownChapters, lists, listEntries, hidden, marks];

/** Everything this device stores for the visitor, including removals, by key. */
export function localItems(): Map<string, LibraryItem> {
  const items = [...$tombstones.get().flatMap(tombstoneItem), ...KINDS.flatMap((kind) => kind.items())];
  return new Map(items.map((item) => [keyOf(item), item]));
}

/** Stores the items without comparing them to the existing items; the caller has already resolved conflicts. */
export function applyItems(items: readonly LibraryItem[]): void {
  for (const kind of KINDS) {
    const itemsOfKind = items.filter((item) => item.kind === kind.kind);
    if (itemsOfKind.length > 0) kind.apply(itemsOfKind);
  }
  updateTombstones(items);
}

/** Updates the shared list of tombstones, which excludes the kinds that store their removals themselves. */
function updateTombstones(items: readonly LibraryItem[]): void {
  const shared = new Set<LibraryKind>(KINDS.filter(({ ownTombstones }) => !ownTombstones).map(({ kind }) => kind));
  const changed = items.filter(({ kind }) => shared.has(kind));
  if (changed.length === 0) return;
  const keys = new Set(changed.map(keyOf));
  const removed = changed
    .filter(({ value }) => value === null)
    .map((item): Tombstone => ({ key: keyOf(item), at: item.at }));
  const others = $tombstones.get().filter(({ key }) => !keys.has(key));
  const all = [...removed, ...others].sort((a, b) => b.at - a.at).slice(0, MAX_TOMBSTONES);
  if (removed.length > 0 || others.length < $tombstones.get().length) $tombstones.set(all);
}

function tombstoneItem({ key, at }: Tombstone): LibraryItem[] {
  const kind = KINDS.find((store: LibraryKindStore) => key.startsWith(`${store.kind}/`));
  if (!kind || kind.ownTombstones) return [];
  return [{ kind: kind.kind, id: key.slice(kind.kind.length + 1), value: null, at }];
}
