import { historySync } from '#src/contract/calls/history-sync.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { environment } from './environment.ts';
import { callUpstream } from './host.ts';
import { $readlogList, $removed, $token, type Removal } from './local.ts';

/** Entries and removals kept, the latest ones: as many as `history.sync` takes. */
export const HISTORY_LIMIT = 1000;

/** Puts a book's newest place on top. */
export function recordReading(entry: Omit<HistoryEntry, 'read_at'>): void {
  const others = $readlogList.get().filter((known) => known.book.id !== entry.book.id);
  $readlogList.set([{ ...entry, read_at: timestamp() }, ...others].slice(0, HISTORY_LIMIT));
  $removed.set($removed.get().filter((removal) => removal.book_id !== entry.book.id));
}

/**
 * Takes a book out, and remembers it so that another device's list does not bring it back.
 * @returns the entry taken out, undefined where the book was not in the list
 */
export function removeFromHistory(bookId: number): HistoryEntry | undefined {
  const entry = $readlogList.get().find(({ book }) => book.id === bookId);
  const others = $removed.get().filter((removal) => removal.book_id !== bookId);
  $readlogList.set($readlogList.get().filter((known) => known !== entry));
  $removed.set([{ book_id: bookId, removed_at: timestamp() }, ...others].slice(0, HISTORY_LIMIT));
  return entry;
}

/** Takes a removal back. Where the account knows of it already, only what is read later than it comes back. */
export function returnToHistory(entry: HistoryEntry): void {
  const removals = $removed.get().filter(({ book_id }) => book_id !== entry.book.id);
  const known = removals.length === $removed.get().length;
  $removed.set(removals);
  $readlogList.set(mergeHistory($readlogList.get(), [known ? { ...entry, read_at: timestamp() } : entry], []));
}

const timestamp = () => new Date(environment().now()).toISOString();

/**
 * Merges this device's history with the account's. The account's answer takes the place of what was sent, so that a
 * book removed on another device goes here too; what was not sent, or happened meanwhile, stays.
 * @param bookId sends the entry of this book alone
 */
export async function syncHistory(bookId?: number): Promise<void> {
  const token = $token.get();
  if (token === '') return;
  const isAsked = ({ book }: HistoryEntry) => bookId === undefined || book.id === bookId;
  const entries = $readlogList.get().filter(isAsked).slice(0, HISTORY_LIMIT);
  const removed = $removed.get().slice(0, HISTORY_LIMIT);
  const { success, data } = await callUpstream(historySync, { entries, removed }, { quiet: true });
  if (!success || $token.get() !== token) return;
  const later = without($removed.get(), removed);
  $readlogList.set(mergeHistory(without($readlogList.get(), entries), data.entries, later));
  $removed.set(later);
}

/** Compared by content: another tab may have written the same list anew. */
function without<T>(items: readonly T[], gone: readonly T[]): T[] {
  const known = new Set(gone.map((item) => JSON.stringify(item)));
  return items.filter((item) => !known.has(JSON.stringify(item)));
}

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
