import { atom } from 'nanostores';
import { isMissingModule } from '#src/lib/missing-module.ts';
import { $synced, $token } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import type { SyncState } from './library-sync.ts';

export const $syncState = atom<SyncState>('idle');

/**
 * Delay between the last change and a sync, in ms.
 * @public for tests
 */
export const SYNC_DELAY_MS = 2500;

/** Returning to the page triggers a sync only if this much time has passed since the last one. */
const SYNC_INTERVAL_MS = 30_000;

/**
 * Interval between syncs while a book is open, in ms.
 * @public for tests
 */
export const OPEN_BOOK_SYNC_MS = 60_000;

/** The module that syncs, loaded on first use. */
export const engine = { load: () => import('./library-sync.ts') };

let timer: ReturnType<typeof setTimeout> | undefined;
let last: Promise<void> = Promise.resolve();
let next: Promise<void> | undefined;
let isWatching = false;
let isPolling = false;

/** Schedules a sync after a change. Further changes restart the timer, so that they are synced together. */
export function syncSoon(): void {
  if ($token.get() === '') return;
  syncOnReturn();
  clearTimeout(timer);
  timer = setTimeout(() => void syncNow(), SYNC_DELAY_MS);
}

/** Syncs this device with the account. If a sync is running, another sync follows it. Never rejects. */
export function syncNow(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if ($token.get() === '') return Promise.resolve();
  syncOnReturn();
  next ??= last.then(() => {
    next = undefined;
    return sync();
  });
  last = next;
  return next;
}

/** Runs a sync. Unsent changes remain in storage, so a reload loses nothing. */
async function sync(): Promise<void> {
  if ($token.get() === '') return $syncState.set('idle');
  if (!platform().isOnline()) return $syncState.set('waiting');
  $syncState.set('syncing');
  try {
    const { runSync } = await engine.load();
    $syncState.set(await platform().alone('lectern-sync', runSync));
  } catch (error) {
    $syncState.set(isMissingModule(error) ? 'waiting' : 'failed');
  }
}

/** Triggers a sync when the visitor returns to the page or leaves it, and when the browser goes online. */
function syncOnReturn(): void {
  if (isWatching) return;
  isWatching = true;
  platform().onReturn(() => {
    if (isDue()) void syncNow();
  });
}

/**
 * Syncs every OPEN_BOOK_SYNC_MS while the page is visible, because the visitor may continue the open book on another
 * device. Changes made by reading are synced sooner (`syncSoon`).
 */
export function syncWhileOpen(): void {
  if (isPolling) return;
  isPolling = true;
  setInterval(() => {
    if (platform().isInForeground() && isDue()) void syncNow();
  }, OPEN_BOOK_SYNC_MS);
}

function isDue(): boolean {
  const { now } = platform();
  return timer !== undefined || $syncState.get() !== 'idle' || now() - ($synced.get()?.at ?? 0) > SYNC_INTERVAL_MS;
}
