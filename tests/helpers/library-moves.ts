import fc from 'fast-check';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { isSame, keyOf, mergeItem } from '#src/contract/library-merge.ts';
import type { loadStores } from '../unit/shell/state/memory-platform.ts';

type Stores = Awaited<ReturnType<typeof loadStores>>;

/** An action of a visitor on a device. */
export interface Move {
  readonly does: keyof typeof MOVES;
  /** Number of the book, list or tag; numbers are small, so that devices conflict. */
  readonly which: number;
  readonly more: number;
}

const book = (id: number) => ({ id, title: `Book ${id}`, category: { name: 'Fantasy', sub_name: null } });
const listOf = ({ local }: Stores, which: number) => local.$lists.get()[which % 3];

const MOVES = {
  read({ history }: Stores, which: number, more: number) {
    const chapter = { id: which * 100 + more, number: more + 1, title: `Chapter ${more}` };
    history.recordReading({ book: book(which), cover: null, chapter });
  },
  removeRead: ({ history }: Stores, which: number) => void history.removeFromHistory(which),
  undoRead({ history }: Stores, which: number) {
    const entry = history.removeFromHistory(which);
    if (entry) history.restoreHistoryEntry(entry);
  },
  startOver: ({ history }: Stores, which: number) => void history.setFurthest(which),
  keep: ({ shelf }: Stores, which: number, more: number) =>
    shelf.addToShelf({ book: book(which), cover: null }, more + 1),
  takeOff: ({ shelf }: Stores, which: number) => void shelf.removeFromShelf(which),
  putIn: ({ lists }: Stores, which: number, more: number) => lists.setListed('later', which, more % 2 === 0),
  newList: ({ lists }: Stores, which: number) => void lists.createList(`List ${which}`),
  renameList(stores: Stores, which: number, more: number) {
    const list = listOf(stores, which);
    if (list) stores.lists.renameList(list.id, `Name ${more}`);
  },
  dropList(stores: Stores, which: number) {
    const list = listOf(stores, which);
    if (list) stores.lists.deleteList(list.id);
  },
  putInOwn(stores: Stores, which: number, more: number) {
    const list = listOf(stores, more);
    if (list) stores.lists.setListed(list.id, which, more % 4 !== 0);
  },
  hide: ({ hidden }: Stores, which: number) => hidden.hideTag({ id: which, name: `Tag ${which}` }),
  show: ({ hidden }: Stores, which: number) => hidden.showTag(which),
} as const;

export const someMove: fc.Arbitrary<Move> = fc.record({
  does: fc.constantFrom(...(Object.keys(MOVES) as (keyof typeof MOVES)[])),
  which: fc.integer({ min: 1, max: 2 }),
  more: fc.nat(5),
});

/** Performs a move and adds its changes to `changes`. */
export function make(stores: Stores, { does, which, more }: Move, changes: LibraryItem[]): void {
  const before = stores.library.localItems();
  MOVES[does](stores, which, more);
  for (const [key, item] of stores.library.localItems()) {
    const was = before.get(key);
    if (!was || !isSame(was, item)) changes.push(item);
  }
}

/** The result of all changes: the latest item for each key, with the furthest position in a book. */
export function outcomeOf(changes: readonly LibraryItem[]): Map<string, LibraryItem> {
  const all = new Map<string, LibraryItem>();
  for (const item of changes) all.set(keyOf(item), mergeItem(all.get(keyOf(item)) ?? item, item));
  return all;
}

/** Sorts the items for comparison. */
export const inOrder = (items: ReadonlyMap<string, LibraryItem>): LibraryItem[] =>
  [...items].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);

/** Resets a device to its initial state, but keeps it signed in. */
export function forgetAll({ local }: Stores): void {
  for (const $list of [
    local.$readlogList,
    local.$historyRemovals,
    local.$shelf,
    local.$lists,
    local.$listEntries,
  ] as const)
    $list.set([]);
  for (const $list of [local.$knownChapters, local.$hiddenTags, local.$tombstones, local.$marks] as const)
    $list.set([]);
  local.$synced.set(null);
}
