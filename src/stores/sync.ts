import { atom } from 'nanostores';
import { isMissingModule } from '#src/lib/missing-module.ts';
import type { SyncState } from './library-sync.ts';
import { $synced, $token } from './local-storage.ts';
import { platform } from './platform.ts';

export const $syncState = atom<SyncState>('idle');

/**
 * How long after the last change the account is told, in ms.
 * @public for tests
 */
export const SYNC_DELAY_MS = 2500;

/** Who comes back to the page within this time has nothing new to be told. */
const SYNC_INTERVAL_MS = 30_000;

/** Loads the code that does the work, with the first sync. */
export const engine = { load: () => import('./library-sync.ts') };

let timer: ReturnType<typeof setTimeout> | undefined;
let last: Promise<void> = Promise.resolve();
let next: Promise<void> | undefined;
let isWatching = false;

/** Something the visitor keeps was changed: the account is told in a while, together with what follows. */
export function syncSoon(): void {
  if ($token.get() === '') return;
  syncOnReturn();
  clearTimeout(timer);
  timer = setTimeout(() => void syncNow(), SYNC_DELAY_MS);
}

/** Brings this device and the account together; while that goes on, once more afterwards. Never throws. */
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

/** What is not told yet stays in what is kept, so there is nothing else to remember over a reload. */
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

/** Coming back to the page, leaving it and a connection that returns are reasons to sync. */
function syncOnReturn(): void {
  if (isWatching) return;
  isWatching = true;
  platform().onReturn(() => {
    if (isDue()) void syncNow();
  });
}

function isDue(): boolean {
  const { now } = platform();
  return timer !== undefined || $syncState.get() !== 'idle' || now() - ($synced.get()?.at ?? 0) > SYNC_INTERVAL_MS;
}
