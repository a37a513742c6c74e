import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { type HistoryRemoval, isSame, keyOf, readItem, removalItem } from '#src/contract/library-merge.ts';

export interface HistoryChanges {
  readonly entries: readonly HistoryEntry[];
  readonly removed: readonly HistoryRemoval[];
}

/** Converts the input of `history.sync` to library items. */
export const libraryItemsOf = ({ entries, removed }: HistoryChanges): LibraryItem[] => [
  ...entries.map(readItem),
  ...removed.map(removalItem),
];

/** Returns the changes that a device needs: those it has not seen, and the items it sent that differ after merging. */
export function changesForDevice(
  sent: readonly LibraryItem[],
  outcome: ReadonlyMap<string, LibraryItem>,
  changes: readonly LibraryItem[],
): LibraryItem[] {
  const sentItems = new Map(sent.map((item) => [keyOf(item), item]));
  const changed = new Map(changes.map((item) => [keyOf(item), item]));
  for (const [key, item] of outcome) changed.set(key, item);
  return [...changed].flatMap(([key, item]) => {
    const own = sentItems.get(key);
    return own && isSame(own, item) ? [] : [item];
  });
}
