import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { type HistoryRemoval, isSame, keyOf, readItem, removalItem } from '#src/contract/library-merge.ts';

export interface HistoryChanges {
  readonly entries: readonly HistoryEntry[];
  readonly removed: readonly HistoryRemoval[];
}

/** The input of `history.sync`, as library items. */
export const libraryItemsOf = ({ entries, removed }: HistoryChanges): LibraryItem[] => [
  ...entries.map(readItem),
  ...removed.map(removalItem),
];

/** The changes to send to a device: those it has not seen, and items it sent whose merged result differs. */
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
