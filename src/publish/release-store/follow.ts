import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isMissing, messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import type { Log } from '#src/lib/log.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import { type PullReport, pullRelease } from './pull.ts';
import { keysOf, readPointer } from './stored-release.ts';

/**
 * File with the number of the last pointer that this machine followed for a brand. Pointers with a lower number are
 * refused, even after a restart.
 */
const SEEN = 'store.json';

interface Seen {
  readonly number: number;
}

interface FollowOptions {
  readonly store: ObjectStore;
  /** The folder `var/<brand>` of each brand. */
  readonly folders: readonly string[];
  readonly log: Log;
  readonly signal: AbortSignal;
  /**
   * Locks the brand's folder while it changes.
   * @throws Error if another process holds it
   */
  lock(folder: string): Disposable;
  readonly everyMs?: number;
}

/**
 * Pause between checks of the store, in ms. A server checks once a second which release is live, so a publish is
 * visible after a little more than a second.
 */
const POLL_INTERVAL_MS = 300;
/** Maximum pause between checks of an unavailable store, in ms. */
const MAX_PAUSE_MS = 5000;

/**
 * Switches this machine's brands to the store's live releases until the signal aborts. Continues after store errors.
 */
export async function followStore(options: FollowOptions): Promise<void> {
  await Promise.all(options.folders.map((folder) => followBrand(folder, options)));
}

async function followBrand(folder: string, options: FollowOptions): Promise<void> {
  const { log, signal, everyMs = POLL_INTERVAL_MS } = options;
  const brand = basename(folder);
  let etag: string | undefined;
  let failed = 0;
  let lastReason: string | undefined;
  while (!signal.aborted) {
    try {
      const followed = await pullLive(options, folder, etag);
      if (followed?.report?.status === 'live')
        log.info('pulled the live release from the store', { ...followed.report });
      etag = followed === undefined ? etag : followed.etag;
      if (failed > 0) log.info('the release store responds again', { brand });
      [failed, lastReason] = [0, undefined];
    } catch (error) {
      failed += 1;
      const reason = messageOf(error);
      // A problem that persists is logged only once.
      if (reason !== lastReason) log.error('the release store cannot be followed', { brand, reason });
      lastReason = reason;
    }
    const pause = Math.min(MAX_PAUSE_MS, everyMs * 2 ** Math.min(failed, 10));
    await wait(pause, undefined, { signal }).catch(() => {});
  }
}

/** @returns undefined if nothing was published since `etag` */
async function pullLive({ store, lock, log }: FollowOptions, folder: string, etag: string | undefined) {
  const brand = basename(folder);
  const stored = await readPointer(store, keysOf(brand), etag);
  if (stored === undefined || stored === 'unchanged') return undefined;
  const { pointer } = stored;
  const last = readSeen(folder);
  if (pointer.number < last.number) {
    const numbers = { number: pointer.number, seen: last.number };
    log.error('refused a release whose number is lower than the last one', {
      brand,
      release: pointer.release,
      ...numbers,
    });
    return { etag: stored.etag, report: undefined };
  }
  return { etag: stored.etag, report: await pullLocked({ store, folder, pointer: stored.pointer }, lock) };
}

/** Pulls the release that a pointer names and records the pointer's number. */
async function pullLocked(
  pull: Omit<Parameters<typeof pullRelease>[0], 'brand'>,
  lock: FollowOptions['lock'],
): Promise<PullReport> {
  const { folder, pointer } = pull;
  using _held = lock(folder);
  const report = await pullRelease({ ...pull, brand: basename(folder) });
  const last: Seen = { number: pointer.number };
  await writeAtomic(join(folder, SEEN), `${JSON.stringify(last)}\n`);
  return report;
}

function readSeen(folder: string): Seen {
  try {
    return JSON.parse(readFileSync(join(folder, SEEN), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return { number: 0 };
    throw error;
  }
}

/**
 * Makes the store's current live release live on this machine. A machine that serves no site does not need the pages.
 * @returns undefined if the store has no release of the brand
 */
export async function pullOnce(
  store: ObjectStore,
  folder: string,
  lock: FollowOptions['lock'],
  { withoutPages }: Pick<Parameters<typeof pullRelease>[0], 'withoutPages'> = {},
): Promise<PullReport | undefined> {
  const stored = await readPointer(store, keysOf(basename(folder)));
  if (stored === undefined) return undefined;
  const { pointer } = stored;
  const last = readSeen(folder);
  if (pointer.number >= last.number) return pullLocked({ store, folder, pointer, withoutPages }, lock);
  throw new StoreError(
    `The release ${pointer.release} of ${store.address} has the number ${pointer.number}, and this machine has seen ${last.number}: it was published by a process that had lost the right to publish. Publish again.`,
  );
}
