import { atom } from 'nanostores';
import type { ChapterPlace, HistoryEntry } from '#src/contract/entities/visitor.ts';
import { comparePlaces, furthestPlace } from '#src/contract/furthest-read.ts';
import { $syncState, syncNow, syncWhileOpen } from '#src/features/library/state/sync.ts';
import { $readlogList, $token } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';

/** Maximum time to wait for the sync with the account, before the place on this device is recorded. */
export const SYNC_WAIT_MS = 2500;
/** The offer ends after this time if the visitor continues to read on this device. */
export const PROMPT_MS = 60_000;

/** A place in the same chapter counts as further if it is at least this many paragraphs (about one screen) ahead. */
const PARAGRAPHS_AHEAD = 5;

/** The place from another device that is offered to the visitor; null if none is offered. */
export const $otherDeviceEntry = atom<HistoryEntry | null>(null);

let promptUntil = 0;
/** Time at which this page last recorded a place. */
let lastOwnReadAt = '';

/** The furthest place of the open book that this page has loaded, recorded or offered. */
let knownFurthest: ChapterPlace | null = null;

/**
 * Remembers the entry that this page records in the history.
 * @param furthest the new furthest place, if the visitor starts over
 */
export function setOwnEntry({ read_at, chapter }: HistoryEntry, furthest = knownFurthest): void {
  lastOwnReadAt = read_at;
  knownFurthest = comparePlaces(chapter, furthest) > 0 ? chapter : furthest;
}

/**
 * Whether the offer is open. Until it ends, reading on this device must not overwrite the place from the other device.
 */
export function isPromptOpen(bookId: number): boolean {
  if ($otherDeviceEntry.get()?.book.id !== bookId) return false;
  if (platform().now() < promptUntil) return true;
  dismissPrompt();
  return false;
}

/** Ends the offer, because the visitor continues to read on this device. */
export function dismissPrompt(): void {
  $otherDeviceEntry.set(null);
}

/**
 * Called when a book is opened. Syncs with the account first: if another device has a newer place, offers that place
 * and keeps the offer until the visitor answers; otherwise records the place here. Afterwards, offers a further place
 * after any sync that brings one, because the visitor may read on another device while the page stays open.
 */
export async function openBook(bookId: number, record: () => void): Promise<void> {
  const before = historyEntryOf(bookId);
  knownFurthest = before ? furthestPlace(before) : null;
  if ($token.get() === '') {
    record();
    return;
  }
  await Promise.race([syncNow(), new Promise((resolve) => setTimeout(resolve, SYNC_WAIT_MS))]);
  const now = historyEntryOf(bookId);
  if (now?.chapter && now.read_at !== before?.read_at && now.read_at !== lastOwnReadAt) offer(now);
  else {
    record();
    offerFurther(bookId);
  }
  $syncState.listen((_state, last) => last === 'syncing' && offerFurther(bookId));
  syncWhileOpen();
}

/** Offers the furthest place if this page does not know it yet. */
function offerFurther(bookId: number): void {
  const entry = historyEntryOf(bookId);
  const chapter = entry ? furthestPlace(entry) : null;
  if (entry && chapter && isAhead(chapter, knownFurthest)) offer({ ...entry, chapter });
}

function offer(entry: HistoryEntry): void {
  knownFurthest = furthestPlace(entry);
  promptUntil = platform().now() + PROMPT_MS;
  $otherDeviceEntry.set(entry);
}

function isAhead(place: ChapterPlace, reference: ChapterPlace | null): boolean {
  if (place.number !== reference?.number) return place.number > (reference?.number ?? 0);
  return (place.place?.block ?? 0) >= (reference.place?.block ?? 0) + PARAGRAPHS_AHEAD;
}

const historyEntryOf = (bookId: number) => $readlogList.get().find(({ book }) => book.id === bookId);
