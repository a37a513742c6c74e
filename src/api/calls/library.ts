import { MAX_CHANGED_ITEMS } from '#src/contract/calls/library.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { historySync, librarySync } from '#src/contract/index.ts';
import { keyOf, mergeItems } from '#src/contract/library-merge.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { changeLibrary, historyOf, lastSeq, libraryChanges } from '../store/visitors/library.ts';
import { itemsWithCurrentBooks, withCurrentBooks } from '../visitors/current-books.ts';
import { changesForDevice, libraryItemsOf } from '../visitors/library-sync.ts';

export const librarySyncHandler = handle(librarySync, async ({ since, items }, context) => {
  const user = visitorOf(context);
  const { visitors } = context.store;
  const time = context.now().getTime();
  const current = await itemsWithCurrentBooks(context.store, items);
  let shelved: number[] = [];
  const outcome = await changeLibrary(visitors, user, current, (stored) => {
    const changed = mergeItems(stored, current, time);
    shelved = addedToShelf(stored, changed);
    return changed;
  });
  context.statistics?.shelved(context, shelved);
  const changes = await libraryChanges(visitors, user, seqOf(since, await lastSeq(visitors, user)), MAX_CHANGED_ITEMS);
  return { items: changesForDevice(items, outcome, changes.items), cursor: String(changes.seq), more: changes.more };
});

/** The books that a change adds to the shelf. */
const addedToShelf = (before: ReadonlyMap<string, LibraryItem>, changed: ReadonlyMap<string, LibraryItem>): number[] =>
  [...changed.values()]
    .filter((item) => item.kind === 'shelf' && item.value !== null && !before.get(keyOf(item))?.value)
    .map(({ id }) => Number(id));

/** Parses a cursor. @returns 0, so that all items are sent again, if this store did not issue it */
function seqOf(since: string | undefined, last: number): number {
  const seq = Number(since ?? 0);
  return Number.isSafeInteger(seq) && seq >= 0 && seq <= last ? seq : 0;
}

export const historySyncHandler = handle(historySync, async (params, context) => {
  const user = visitorOf(context);
  const { store } = context;
  const time = context.now().getTime();
  const items = libraryItemsOf(params);
  await changeLibrary(store.visitors, user, items, (stored) => mergeItems(stored, items, time));
  const entries = await historyOf(store.visitors, user);
  const ids = entries.map(({ book }) => book.id);
  return { entries: entries.map(await withCurrentBooks(store, ids)) };
});
