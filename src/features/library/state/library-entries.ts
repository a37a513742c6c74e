import type { ShelfEntry } from '#src/shell/state/local-storage.ts';

/** Maximum number of books on the shelf. The books added first are deleted. */
export const SHELF_LIMIT = 1000;

/** When the entry was last changed, in ms since 1970. */
export const shelfTime = ({ added_at, at }: ShelfEntry): number => at ?? Date.parse(added_at);

/** Compares shelf entries: last added first. */
export const byAdded = (first: ShelfEntry, second: ShelfEntry): number =>
  Date.parse(second.added_at) - Date.parse(first.added_at);

/** Id of the library item that says that a book is in one of the visitor's lists. */
export const listEntryId = (list: string, bookId: number): string => `${list}:${bookId}`;
