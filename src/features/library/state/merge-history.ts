import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { mergeItems, readItem, removalItem, wins } from '#src/contract/library-merge.ts';
import type { HistoryRemoval } from '#src/shell/state/local-storage.ts';

/**
 * Maximum number of entries that are stored, and of removals. `history.sync` has the same limits. The oldest are
 * deleted.
 */
export const HISTORY_LIMIT = 1000;

/**
 * Merges two histories by the merge rules of the library. The result has the latest entry of each book, with the
 * further of the two furthest places, unless the book was removed at that time or later. The newest entry is first.
 * Commutative.
 */
export function mergeHistory(
  one: readonly HistoryEntry[],
  other: readonly HistoryEntry[],
  removed: readonly HistoryRemoval[],
): HistoryEntry[] {
  const entries = [...one, ...other];
  const timestamps = new Map(entries.map(({ read_at }) => [Date.parse(read_at), read_at]));
  const items = [...entries.map(readItem), ...removed.map(removalItem)];
  return [...mergeItems(new Map(), items, Number.POSITIVE_INFINITY).values()]
    .sort((a, b) => (wins(a, b) ? -1 : 1))
    .flatMap(({ kind, value, at }) => (kind === 'read' && value ? { ...value, read_at: timestamps.get(at) ?? '' } : []))
    .slice(0, HISTORY_LIMIT);
}
