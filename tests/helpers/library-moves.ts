import fc from 'fast-check';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { isSame, keyOf, mergeItem } from '#src/contract/library-merge.ts';
import type { loadStores } from '../unit/shell/state/memory-platform.ts';

type Stores = Awaited<ReturnType<typeof loadStores>>;

/** An action of a visitor on one of several devices. */
export interface Move {
  readonly action: keyof typeof MOVES;
  /** Number of the book, list or tag. Numbers are small, so that changes on different devices often conflict. */
  readonly target: number;
  /** Number that determines a chapter, a name or a list. */
  readonly variant: number;
}

const book = (id: number) => ({ id, title: `Book ${id}`, category: { name: 'Fantasy', sub_name: null } });
const listOf = ({ local }: Stores, target: number) => local.$lists.get()[target % 3];

const MOVES = {
  read({ history }: Stores, target: number, variant: number) {
    const chapter = { id: target * 100 + variant, number: variant + 1, title: `Chapter ${variant}` };
    history.recordReading({ book: book(target), cover: null, chapter });
  },
  removeFromHistory: ({ history }: Stores, target: number) => void history.removeFromHistory(target),
  undoRemoval({ history }: Stores, target: number) {
    const entry = history.removeFromHistory(target);
    if (entry) history.restoreHistoryEntry(entry);
  },
  startOver: ({ history }: Stores, target: number) => void history.setFurthest(target),
  addToShelf: ({ shelf }: Stores, target: number, variant: number) =>
    shelf.addToShelf({ book: book(target), cover: null }, variant + 1),
  removeFromShelf: ({ shelf }: Stores, target: number) => void shelf.removeFromShelf(target),
  setListed: ({ lists }: Stores, target: number, variant: number) =>
    lists.setListed('later', target, variant % 2 === 0),
  createList: ({ lists }: Stores, target: number) => void lists.createList(`List ${target}`),
  renameList(stores: Stores, target: number, variant: number) {
    const list = listOf(stores, target);
    if (list) stores.lists.renameList(list.id, `Name ${variant}`);
  },
  deleteList(stores: Stores, target: number) {
    const list = listOf(stores, target);
    if (list) stores.lists.deleteList(list.id);
  },
  setListedInOwnList(stores: Stores, target: number, variant: number) {
    const list = listOf(stores, variant);
    if (list) stores.lists.setListed(list.id, target, variant % 4 !== 0);
  },
  hideTag: ({ hidden }: Stores, target: number) => hidden.hideTag({ id: target, name: `Tag ${target}` }),
  showTag: ({ hidden }: Stores, target: number) => hidden.showTag(target),
} as const;

export const someMove: fc.Arbitrary<Move> = fc.record({
  action: fc.constantFrom(...(Object.keys(MOVES) as (keyof typeof MOVES)[])),
  target: fc.integer({ min: 1, max: 2 }),
  variant: fc.nat(5),
});

/** Performs an action and adds the resulting items to `changes`. */
export function perform(stores: Stores, { action, target, variant }: Move, changes: LibraryItem[]): void {
  const before = stores.library.localItems();
  MOVES[action](stores, target, variant);
  for (const [key, item] of stores.library.localItems()) {
    const previous = before.get(key);
    if (!previous || !isSame(previous, item)) changes.push(item);
  }
}

/** The expected result of all changes: the latest item for each key, and the furthest position in each book. */
export function outcomeOf(changes: readonly LibraryItem[]): Map<string, LibraryItem> {
  const all = new Map<string, LibraryItem>();
  for (const item of changes) all.set(keyOf(item), mergeItem(all.get(keyOf(item)) ?? item, item));
  return all;
}

/** Sorts the items for comparison. */
export const inOrder = (items: ReadonlyMap<string, LibraryItem>): LibraryItem[] =>
  [...items].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);

/** Resets the library of a device to its initial state. The device stays signed in. */
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
