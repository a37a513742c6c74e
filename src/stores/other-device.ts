import { atom } from 'nanostores';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { $readlogList, $token } from './local-storage.ts';
import { platform } from './platform.ts';
import { syncNow } from './sync.ts';

/** So long the account's place is waited for before the one opened here counts. */
export const SYNC_WAIT_MS = 2500;
/** Who reads on for so long beside the offer has chosen to stay. */
export const PROMPT_MS = 60_000;

/** Where another device read the open book to; null where that is not newer than what was known here. */
export const $otherDeviceEntry = atom<HistoryEntry | null>(null);

let promptUntil = 0;
/** When this page last noted a place itself. */
let lastOwnReadAt = '';

export function setOwnEntry({ read_at }: HistoryEntry): void {
  lastOwnReadAt = read_at;
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
 * as long as the visitor may answer; else the place here is noted.
 */
export async function openBook(bookId: number, note: () => void): Promise<void> {
  if ($token.get() === '') {
    note();
    return;
  }
  const before = known(bookId)?.read_at;
  await Promise.race([syncNow(), new Promise((resolve) => setTimeout(resolve, SYNC_WAIT_MS))]);
  const now = known(bookId);
  if (now?.chapter && now.read_at !== before && now.read_at !== lastOwnReadAt) {
    promptUntil = platform().now() + PROMPT_MS;
    $otherDeviceEntry.set(now);
  } else note();
}

const known = (bookId: number) => $readlogList.get().find(({ book }) => book.id === bookId);
