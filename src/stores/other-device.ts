import { atom } from 'nanostores';
import type { ChapterPlace, HistoryEntry } from '#src/contract/entities/visitor.ts';
import { comparePlaces, furthestPlace } from '#src/contract/furthest-read.ts';
import { $readlogList, $token } from './local-storage.ts';
import { platform } from './platform.ts';
import { $syncState, syncNow } from './sync.ts';

/** So long the account's place is waited for before the one opened here counts. */
export const SYNC_WAIT_MS = 2500;
/** Who reads on for so long beside the offer has chosen to stay. */
export const PROMPT_MS = 60_000;

/** So many paragraphs ahead in one chapter count as further: about a window of them. */
const PARAGRAPHS_AHEAD = 5;

/** Where another device read the open book to; null where that is not newer than what was known here. */
export const $otherDeviceEntry = atom<HistoryEntry | null>(null);

let promptUntil = 0;
/** When this page last noted a place itself. */
let lastOwnReadAt = '';

/** The furthest place of the open book that this page knows of. */
let knownFurthest: ChapterPlace | null = null;

/** This page noted an entry itself. @param furthest the furthest place where the book begins again */
export function setOwnEntry({ read_at, chapter }: HistoryEntry, furthest = knownFurthest): void {
  lastOwnReadAt = read_at;
  knownFurthest = comparePlaces(chapter, furthest) > 0 ? chapter : furthest;
}

/** Whether what is read of the book now must not take the place of what was read elsewhere. */
export function isPromptOpen(bookId: number): boolean {
  if ($otherDeviceEntry.get()?.book.id !== bookId) return false;
  if (platform().now() < promptUntil) return true;
  dismissPrompt();
  return false;
}

/** The visitor reads on here. */
export function dismissPrompt(): void {
  $otherDeviceEntry.set(null);
}

/**
 * A book was opened: first the account is asked. A place that another device read to meanwhile is offered, and kept for
 * as long as the visitor may answer; else the place here is noted. From then on every further place that a sync brings
 * is offered too: a page may stand open for long while another device reads on.
 */
export async function openBook(bookId: number, note: () => void): Promise<void> {
  const before = known(bookId);
  knownFurthest = before ? furthestPlace(before) : null;
  if ($token.get() === '') {
    note();
    return;
  }
  await Promise.race([syncNow(), new Promise((resolve) => setTimeout(resolve, SYNC_WAIT_MS))]);
  const now = known(bookId);
  if (now?.chapter && now.read_at !== before?.read_at && now.read_at !== lastOwnReadAt) offer(now);
  else {
    note();
    offerFurther(bookId);
  }
  $syncState.listen((_state, last) => last === 'syncing' && offerFurther(bookId));
}

/** Offers the furthest place where it is one that this page does not know of. */
function offerFurther(bookId: number): void {
  const entry = known(bookId);
  const chapter = entry ? furthestPlace(entry) : null;
  if (entry && chapter && isAhead(chapter, knownFurthest)) offer({ ...entry, chapter });
}

function offer(entry: HistoryEntry): void {
  knownFurthest = furthestPlace(entry);
  promptUntil = platform().now() + PROMPT_MS;
  $otherDeviceEntry.set(entry);
}

function isAhead(one: ChapterPlace, other: ChapterPlace | null): boolean {
  if (one.number !== other?.number) return one.number > (other?.number ?? 0);
  return (one.place?.block ?? 0) >= (other.place?.block ?? 0) + PARAGRAPHS_AHEAD;
}

const known = (bookId: number) => $readlogList.get().find(({ book }) => book.id === bookId);
