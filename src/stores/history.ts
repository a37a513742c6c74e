import type { ChapterPlace, HistoryEntry } from '#src/contract/entities/visitor.ts';
import { furthestPlace } from '#src/contract/furthest-read.ts';
import { changeTime } from './change-time.ts';
import { entryAfter, entryWithFurthest, returnedEntry } from './furthest-read.ts';
import { setKnownChapters } from './known-chapters.ts';
import { $historyRemovals, $readlogList, $synced } from './local-storage.ts';
import { HISTORY_LIMIT, mergeHistory } from './merge-history.ts';
import { isPromptOpen, setOwnEntry } from './other-device.ts';
import { $syncState, syncNow, syncSoon } from './sync.ts';

export { HISTORY_LIMIT, mergeHistory } from './merge-history.ts';

/** Puts a book's newest place on top, unless one read elsewhere is still on offer. The furthest place stays beside it. */
export function recordReading(entry: Omit<HistoryEntry, 'read_at' | 'furthest'>): void {
  const { id } = entry.book;
  if (isPromptOpen(id)) return;
  const before = $readlogList.get().find((known) => known.book.id === id);
  const others = $readlogList.get().filter((known) => known !== before);
  const read_at = timeOf(changeTime(momentOf(before?.read_at), removedAt(id)));
  const noted = entryAfter(before, removedAt(id), { ...entry, read_at });
  $readlogList.set([noted, ...others].slice(0, HISTORY_LIMIT));
  setOwnEntry(noted);
  forgetRemoval(id);
  setKnownChapters(id);
  syncSoon();
}

/**
 * Takes a book out, and remembers it so that another device's list does not bring it back.
 * @returns the entry taken out, undefined where the book was not in the list
 */
export function removeFromHistory(bookId: number): HistoryEntry | undefined {
  const entry = $readlogList.get().find(({ book }) => book.id === bookId);
  if (!entry && removedAt(bookId) !== undefined) return undefined;
  const removed_at = timeOf(changeTime(momentOf(entry?.read_at), removedAt(bookId)));
  const others = $historyRemovals.get().filter((removal) => removal.book_id !== bookId);
  $readlogList.set($readlogList.get().filter((known) => known !== entry));
  $historyRemovals.set([{ book_id: bookId, removed_at }, ...others].slice(0, HISTORY_LIMIT));
  syncSoon();
  return entry;
}

/** Takes a removal back. Where the account knows of it already, only what is read later than it comes back. */
export function returnToHistory(entry: HistoryEntry): void {
  const { id } = entry.book;
  const removal = removedAt(id);
  const told =
    removal === undefined || $syncState.get() === 'syncing' || $synced.get()?.known[`read/${id}`] === removal;
  const back = told ? returnedEntry(entry, changeTime(momentOf(entry.read_at), removal)) : entry;
  forgetRemoval(id);
  $readlogList.set(mergeHistory($readlogList.get(), [back], []));
  syncSoon();
}

/**
 * Makes a place the furthest one of a book, on all devices: by default the one read last, for who begins again.
 * @returns the furthest place before; null where the place read last was it
 */
export function setFurthest(bookId: number, chapter?: ChapterPlace | null): ChapterPlace | null {
  const entry = $readlogList.get().find(({ book }) => book.id === bookId);
  if (!entry) return null;
  const changed = entryWithFurthest(entry, chapter ?? entry.chapter);
  $readlogList.set($readlogList.get().map((known) => (known === entry ? changed : known)));
  setOwnEntry(changed, furthestPlace(changed));
  syncSoon();
  return entry.furthest?.chapter ?? null;
}

/** Brings this device and the account together; see sync.ts. */
export const syncHistory = (): Promise<void> => syncNow();

function forgetRemoval(bookId: number): void {
  if (removedAt(bookId) !== undefined)
    $historyRemovals.set($historyRemovals.get().filter(({ book_id }) => book_id !== bookId));
}

const removedAt = (bookId: number) =>
  momentOf($historyRemovals.get().find(({ book_id }) => book_id === bookId)?.removed_at);

const momentOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));

const timeOf = (moment: number) => new Date(moment).toISOString();
