import type { ShelfEntry } from './local-storage.ts';

/** The most books on the shelf; the latest ones stay. */
export const SHELF_LIMIT = 1000;

/** When the entry was last changed, in ms since 1970. */
export const shelfTime = ({ added_at, at }: ShelfEntry): number => at ?? Date.parse(added_at);

/** Order of the shelf: the book that was added last comes first. */
export const byAdded = (one: ShelfEntry, other: ShelfEntry): number =>
  Date.parse(other.added_at) - Date.parse(one.added_at);

/** Id of a book in a list of the visitor's own. */
export const listEntryId = (list: string, bookId: number): string => `${list}:${bookId}`;
