import { changeTime } from '#src/shell/state/change-time.ts';
import { $shelf, type ShelfEntry } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import { addTombstone, deleteTombstone, removedAt } from '#src/shell/state/tombstones.ts';
import { setKnownChapters } from './known-chapters.ts';
import { byAdded, SHELF_LIMIT, shelfTime } from './library-entries.ts';
import { syncSoon } from './sync.ts';

export const shelfKey = (bookId: number): string => `shelf/${bookId}`;

/**
 * Adds a book to the shelf, or moves it to the top.
 * @param chapters the book's current chapter count, to detect new chapters
 */
export function addToShelf(entry: Omit<ShelfEntry, 'added_at' | 'at'>, chapters?: number): void {
  const { id } = entry.book;
  const before = $shelf.get().find(({ book }) => book.id === id);
  const added_at = new Date(platform().now()).toISOString();
  put({ ...entry, added_at }, before && shelfTime(before));
  setKnownChapters(id, chapters);
}

/** Removes a book from the shelf. @returns the removed entry; undefined if the book was not on the shelf */
export function removeFromShelf(bookId: number): ShelfEntry | undefined {
  const entry = $shelf.get().find(({ book }) => book.id === bookId);
  if (!entry) return undefined;
  $shelf.set(without(bookId));
  addTombstone(shelfKey(bookId), shelfTime(entry));
  syncSoon();
  return entry;
}

/** Restores an entry at its previous position. */
export function restoreShelfEntry(entry: ShelfEntry): void {
  put(entry, shelfTime(entry));
}

function put(entry: ShelfEntry, before: number | undefined): void {
  const { id } = entry.book;
  const removed = removedAt(shelfKey(id));
  const isNew = before === undefined && removed === undefined;
  const changed = isNew ? entry : { ...entry, at: changeTime(before, removed) };
  const entries = [changed, ...without(id)];
  $shelf.set(entries.sort(byAdded).slice(0, SHELF_LIMIT));
  deleteTombstone(shelfKey(id));
  syncSoon();
}

const without = (bookId: number) => $shelf.get().filter(({ book }) => book.id !== bookId);
