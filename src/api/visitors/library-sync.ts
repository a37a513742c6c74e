import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { type HistoryRemoval, isSame, keyOf, readItem, removalItem } from '#src/contract/library-merge.ts';

export interface HistoryChanges {
  readonly entries: readonly HistoryEntry[];
  readonly removed: readonly HistoryRemoval[];
}

/** What `history.sync` is told, as items of the library. */
export const libraryItemsOf = ({ entries, removed }: HistoryChanges): LibraryItem[] => [
  ...entries.map(readItem),
  ...removed.map(removalItem),
];

/** What a device has to be told: the changes it has not seen, and what of the items it sent came out otherwise. */
export function changesForDevice(
  sent: readonly LibraryItem[],
  outcome: ReadonlyMap<string, LibraryItem>,
  changes: readonly LibraryItem[],
): LibraryItem[] {
  const known = new Map(sent.map((item) => [keyOf(item), item]));
  const changed = new Map(changes.map((item) => [keyOf(item), item]));
  for (const [key, item] of outcome) changed.set(key, item);
  return [...changed].flatMap(([key, item]) => {
    const own = known.get(key);
    return own && isSame(own, item) ? [] : [item];
  });
}
