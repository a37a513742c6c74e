import { keyOf, type LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { isSame } from '#src/contract/merge.ts';

export interface HistoryNews {
  readonly entries: readonly HistoryEntry[];
  readonly removed: readonly { readonly book_id: number; readonly removed_at: string }[];
}

/** What `history.sync` is told, as items of the library. */
export function itemsOfHistory({ entries, removed }: HistoryNews): LibraryItem[] {
  const read = entries.map(
    ({ read_at, ...value }): LibraryItem => ({
      kind: 'read',
      id: String(value.book.id),
      value,
      at: Date.parse(read_at),
    }),
  );
  const gone = removed.map(
    ({ book_id, removed_at }): LibraryItem => ({
      kind: 'read',
      id: String(book_id),
      value: null,
      at: Date.parse(removed_at),
    }),
  );
  return [...read, ...gone];
}

/** What a device has to be told: the changes it has not seen, and what of the items it sent came out otherwise. */
export function answerTo(
  sent: readonly LibraryItem[],
  outcome: ReadonlyMap<string, LibraryItem>,
  changes: readonly LibraryItem[],
): LibraryItem[] {
  const known = new Map(sent.map((item) => [keyOf(item), item]));
  const news = new Map(changes.map((item) => [keyOf(item), item]));
  for (const [key, item] of outcome) news.set(key, item);
  return [...news].flatMap(([key, item]) => {
    const own = known.get(key);
    return own && isSame(own, item) ? [] : [item];
  });
}
