import type { ListEntry, ShelfEntry } from '#src/stores/local-storage.ts';

/** The books of a list that are on the shelf; of no list all of them. */
export function inList(
  entries: readonly ShelfEntry[],
  listed: readonly ListEntry[],
  list: string | null,
): readonly ShelfEntry[] {
  if (list === null) return entries;
  const books = new Set(listed.filter((known) => known.list === list).map(({ book_id }) => book_id));
  return entries.filter(({ book }) => books.has(book.id));
}

/** How many books of the shelf are in each list; only lists that have some. */
export function countsOf(entries: readonly ShelfEntry[], listed: readonly ListEntry[]): Map<string, number> {
  const kept = new Set(entries.map(({ book }) => book.id));
  const counts = new Map<string, number>();
  for (const { list, book_id } of listed) if (kept.has(book_id)) counts.set(list, (counts.get(list) ?? 0) + 1);
  return counts;
}
