import type { ChapterPlace, HistoryEntry } from '#src/contract/entities/visitor.ts';
import { furthestPlace } from '#src/contract/furthest-read.ts';
import { isPromptOpen, setOwnEntry } from '#src/features/reader/state/other-device.ts';
import { changeTime } from '#src/shell/state/change-time.ts';
import { $historyRemovals, $readlogList, $synced } from '#src/shell/state/local-storage.ts';
import { entryAfter, entryWithFurthest, restoredEntry } from './furthest-read.ts';
import { setKnownChapters } from './known-chapters.ts';
import { HISTORY_LIMIT, mergeHistory } from './merge-history.ts';
import { $syncState, syncNow, syncSoon } from './sync.ts';

export { HISTORY_LIMIT, mergeHistory } from './merge-history.ts';

/**
 * Records that the visitor has read a chapter: moves the book to the top of the history and updates its furthest place.
 * Does nothing while the reader offers a place from another device.
 */
export function recordReading(entry: Omit<HistoryEntry, 'read_at' | 'furthest'>): void {
  const { id } = entry.book;
  if (isPromptOpen(id)) return;
  const before = $readlogList.get().find((item) => item.book.id === id);
  const otherEntries = $readlogList.get().filter((item) => item !== before);
  const read_at = toTimestamp(changeTime(toMs(before?.read_at), removedAt(id)));
  const updated = entryAfter(before, removedAt(id), { ...entry, read_at });
  $readlogList.set([updated, ...otherEntries].slice(0, HISTORY_LIMIT));
  setOwnEntry(updated);
  forgetRemoval(id);
  setKnownChapters(id);
  syncSoon();
}

/**
 * Removes a book from the history, and records the removal, so that another device does not restore the book.
 * @returns the removed entry; undefined if the book was not in the history
 */
export function removeFromHistory(bookId: number): HistoryEntry | undefined {
  const entry = $readlogList.get().find(({ book }) => book.id === bookId);
  if (!entry && removedAt(bookId) !== undefined) return undefined;
  const removed_at = toTimestamp(changeTime(toMs(entry?.read_at), removedAt(bookId)));
  const otherRemovals = $historyRemovals.get().filter((removal) => removal.book_id !== bookId);
  $readlogList.set($readlogList.get().filter((item) => item !== entry));
  $historyRemovals.set([{ book_id: bookId, removed_at }, ...otherRemovals].slice(0, HISTORY_LIMIT));
  syncSoon();
  return entry;
}

/**
 * Undoes a removal. If the removal was already synced, the restored entry gets a later time, so that it takes
 * precedence over the removal.
 */
export function restoreHistoryEntry(entry: HistoryEntry): void {
  const { id } = entry.book;
  const removal = removedAt(id);
  const isSynced =
    removal === undefined || $syncState.get() === 'syncing' || $synced.get()?.known[`read/${id}`] === removal;
  const back = isSynced ? restoredEntry(entry, changeTime(toMs(entry.read_at), removal)) : entry;
  forgetRemoval(id);
  $readlogList.set(mergeHistory($readlogList.get(), [back], []));
  syncSoon();
}

/**
 * Sets the furthest place of a book, on this device and through the sync on others. By default, resets it to the place
 * read last.
 */
export function setFurthest(bookId: number, chapter?: ChapterPlace | null): ChapterPlace | null {
  const entry = $readlogList.get().find(({ book }) => book.id === bookId);
  if (!entry) return null;
  const changed = entryWithFurthest(entry, chapter ?? entry.chapter);
  $readlogList.set($readlogList.get().map((item) => (item === entry ? changed : item)));
  setOwnEntry(changed, furthestPlace(changed));
  syncSoon();
  return entry.furthest?.chapter ?? null;
}

/** Syncs this device with the account; see sync.ts. */
export const syncHistory = (): Promise<void> => syncNow();

function forgetRemoval(bookId: number): void {
  if (removedAt(bookId) !== undefined)
    $historyRemovals.set($historyRemovals.get().filter(({ book_id }) => book_id !== bookId));
}

const removedAt = (bookId: number) =>
  toMs($historyRemovals.get().find(({ book_id }) => book_id === bookId)?.removed_at);

const toMs = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

const toTimestamp = (moment: number) => new Date(moment).toISOString();
