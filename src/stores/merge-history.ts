import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import type { Removal } from './local.ts';

/** Entries and removals kept, the latest ones: as many as `history.sync` takes. */
export const HISTORY_LIMIT = 1000;

/**
 * One history out of two: per book the entry read last, unless it was removed then or later; newest first. The order
 * of the two makes no difference.
 */
export function mergeHistory(
  one: readonly HistoryEntry[],
  other: readonly HistoryEntry[],
  removed: readonly Removal[],
): HistoryEntry[] {
  const newest = new Map<number, HistoryEntry>();
  for (const entry of [...one, ...other]) {
    const known = newest.get(entry.book.id);
    if (!known || isNewer(entry, known)) newest.set(entry.book.id, entry);
  }
  for (const { book_id, removed_at } of removed) {
    const entry = newest.get(book_id);
    if (entry && Date.parse(entry.read_at) <= Date.parse(removed_at)) newest.delete(book_id);
  }
  return [...newest.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, HISTORY_LIMIT);
}

/** Of equal age the further chapter wins, then the text decides, so that every device settles it alike. */
function isNewer(one: HistoryEntry, other: HistoryEntry): boolean {
  const difference = Date.parse(one.read_at) - Date.parse(other.read_at) || placeOf(one) - placeOf(other);
  return difference === 0 ? JSON.stringify(one) > JSON.stringify(other) : difference > 0;
}

const placeOf = (entry: HistoryEntry) => entry.chapter?.number ?? 0;
