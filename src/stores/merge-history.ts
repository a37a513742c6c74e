import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { mergeItems, readItem, removalItem, wins } from '#src/contract/library-merge.ts';
import type { HistoryRemoval } from './local-storage.ts';

/** Entries and removals kept, the latest ones: as many as `history.sync` takes. */
export const HISTORY_LIMIT = 1000;

/**
 * One history out of two, by the merge rule of the library: per book the entry read last, unless it was removed then or
 * later; newest first. The order of the two makes no difference.
 */
export function mergeHistory(
  one: readonly HistoryEntry[],
  other: readonly HistoryEntry[],
  removed: readonly HistoryRemoval[],
): HistoryEntry[] {
  const entries = new Map([...one, ...other].map((entry) => [readItem(entry), entry]));
  const merged = mergeItems(new Map(), [...entries.keys(), ...removed.map(removalItem)], Number.POSITIVE_INFINITY);
  return [...merged.values()]
    .sort((a, b) => (wins(a, b) ? -1 : 1))
    .flatMap((item) => entries.get(item) ?? [])
    .slice(0, HISTORY_LIMIT);
}
