import type { BookReference } from '#src/contract/entities/book.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';

export type Sorting = 'latest' | 'title' | 'read';

/** The entries, which stand latest first, in the order that is asked for; those never read come last. */
export function sorted<E extends { readonly book: BookReference }>(
  entries: readonly E[],
  sorting: Sorting,
  tag: string,
  read: readonly HistoryEntry[] = [],
): readonly E[] {
  if (sorting === 'latest') return entries;
  if (sorting === 'title') {
    const { compare } = new Intl.Collator(tag, { numeric: true });
    return entries.toSorted((one, other) => compare(one.book.title, other.book.title));
  }
  const places = new Map(read.map(({ book }, place) => [book.id, place]));
  const placeOf = ({ book }: E) => places.get(book.id) ?? read.length;
  return entries.toSorted((one, other) => placeOf(one) - placeOf(other));
}
