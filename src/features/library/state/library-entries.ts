import type { ShelfEntry } from '#src/shell/state/local-storage.ts';

/** Maximum number of books on the shelf; the latest books are kept. */
export const SHELF_LIMIT = 1000;

/** When the entry was last changed, in ms since 1970. */
export const shelfTime = ({ added_at, at }: ShelfEntry): number => at ?? Date.parse(added_at);

/** Order of the shelf: last added first. */
export const byAdded = (first: ShelfEntry, second: ShelfEntry): number =>
  Date.parse(second.added_at) - Date.parse(first.added_at);

/** Id of a book in a list of the visitor's own. */
export const listEntryId = (list: string, bookId: number): string => `${list}:${bookId}`;
