import { changeTime } from './change-time.ts';
import { setKnownChapters } from './known-chapters.ts';
import { byAdded, SHELF_LIMIT, shelfTime } from './library-entries.ts';
import { $shelf, type ShelfEntry } from './local-storage.ts';
import { platform } from './platform.ts';
import { syncSoon } from './sync.ts';
import { addTombstone, deleteTombstone, removedAt } from './tombstones.ts';

export const shelfKey = (bookId: number): string => `shelf/${bookId}`;

/**
 * Puts a book on top of the shelf.
 * @param chapters how many it has now, so that new ones can be told
 */
export function addToShelf(entry: Omit<ShelfEntry, 'added_at' | 'at'>, chapters?: number): void {
  const { id } = entry.book;
  const before = $shelf.get().find(({ book }) => book.id === id);
  const added_at = new Date(platform().now()).toISOString();
  put({ ...entry, added_at }, before && shelfTime(before));
  setKnownChapters(id, chapters);
}

/** @returns the entry taken off, undefined where the book was not on the shelf */
export function removeFromShelf(bookId: number): ShelfEntry | undefined {
  const entry = $shelf.get().find(({ book }) => book.id === bookId);
  if (!entry) return undefined;
  $shelf.set(without(bookId));
  addTombstone(shelfKey(bookId), shelfTime(entry));
  syncSoon();
  return entry;
}

/** Puts an entry back where it was. */
export function returnToShelf(entry: ShelfEntry): void {
  put(entry, shelfTime(entry));
}

function put(entry: ShelfEntry, before: number | undefined): void {
  const { id } = entry.book;
  const gone = removedAt(shelfKey(id));
  const isNew = before === undefined && gone === undefined;
  const changed = isNew ? entry : { ...entry, at: changeTime(before, gone) };
  const entries = [changed, ...without(id)];
  $shelf.set(entries.sort(byAdded).slice(0, SHELF_LIMIT));
  deleteTombstone(shelfKey(id));
  syncSoon();
}

const without = (bookId: number) => $shelf.get().filter(({ book }) => book.id !== bookId);
