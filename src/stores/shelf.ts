import { environment } from './environment.ts';
import { $shelf, type ShelfEntry } from './local.ts';

/** Books kept, the latest ones. */
export const SHELF_LIMIT = 1000;

/** Puts a book on top of the shelf. */
export function addToShelf(entry: Omit<ShelfEntry, 'added_at'>): void {
  const added_at = new Date(environment().now()).toISOString();
  $shelf.set([{ ...entry, added_at }, ...without(entry.book.id)].slice(0, SHELF_LIMIT));
}

/** @returns the entry taken off, undefined where the book was not on the shelf */
export function removeFromShelf(bookId: number): ShelfEntry | undefined {
  const entry = $shelf.get().find(({ book }) => book.id === bookId);
  $shelf.set(without(bookId));
  return entry;
}

/** Puts an entry back where it was. */
export function returnToShelf(entry: ShelfEntry): void {
  const entries = [entry, ...without(entry.book.id)];
  $shelf.set(entries.sort((one, other) => Date.parse(other.added_at) - Date.parse(one.added_at)));
}

const without = (bookId: number) => $shelf.get().filter(({ book }) => book.id !== bookId);
