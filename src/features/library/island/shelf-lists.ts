import type { BookReference } from '#src/contract/entities/book.ts';
import { DEFAULT_LISTS } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';
import type { ListEntry, OwnList, ShelfEntry } from '#src/shell/state/local-storage.ts';

/** Returns the shelf's books that are in the list, or all the shelf's books if the list is null. */
export function inList(
  entries: readonly ShelfEntry[],
  listed: readonly ListEntry[],
  list: string | null,
): readonly ShelfEntry[] {
  if (list === null) return entries;
  const books = new Set(listed.filter((entry) => entry.list === list).map(({ book_id }) => book_id));
  return entries.filter(({ book }) => books.has(book.id));
}

/** Returns, by list id, how many of the shelf's books are in the list. Lists without books are absent. */
export function countsOf(entries: readonly ShelfEntry[], listed: readonly ListEntry[]): Map<string, number> {
  const shelfIds = new Set(entries.map(({ book }) => book.id));
  const counts = new Map<string, number>();
  for (const { list, book_id } of listed) if (shelfIds.has(book_id)) counts.set(list, (counts.get(list) ?? 0) + 1);
  return counts;
}

export interface NamedList {
  readonly id: string;
  readonly name: string;
  /** Whether the visitor has created the list. */
  readonly own: boolean;
}

/** The built-in lists, then the visitor's own. */
export function namedLists(t: AreaT<'account'>, lists: readonly OwnList[]): NamedList[] {
  const builtIn = DEFAULT_LISTS.map((id) => ({ id, name: t(`list-${id}`), own: false }));
  return [...builtIn, ...lists.map(({ id, name }) => ({ id, name, own: true }))];
}

export type Sorting = 'latest' | 'title' | 'read';

/** Sorts books. Sorting by `read` puts unread books last. @param entries newest first */
export function sorted<E extends { readonly book: BookReference }>(
  entries: readonly E[],
  sorting: Sorting,
  tag: string,
  read: readonly HistoryEntry[] = [],
): readonly E[] {
  if (sorting === 'latest') return entries;
  if (sorting === 'title') {
    const { compare } = new Intl.Collator(tag, { numeric: true });
    return [...entries].sort((a, b) => compare(a.book.title, b.book.title));
  }
  const places = new Map(read.map(({ book }, place) => [book.id, place]));
  const placeOf = ({ book }: E) => places.get(book.id) ?? read.length;
  return [...entries].sort((a, b) => placeOf(a) - placeOf(b));
}
