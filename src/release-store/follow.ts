import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isMissing, messageOf } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import type { Log } from '#src/lib/log.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import { type PullReport, pullRelease } from './pull.ts';
import { keysOf, readPointer } from './stored-release.ts';

/** What this machine had last of a brand's pointer: it goes to none with a lower number, also after a restart. */
const SEEN = 'store.json';

interface Seen {
  readonly number: number;
}

interface FollowOptions {
  readonly store: ObjectStore;
  /** `var/<brand>` of each brand. */
  readonly folders: readonly string[];
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Takes the brand's lock while the folder is changed. @throws Error where another process has it */
  lock(folder: string): Disposable;
  readonly everyMs?: number;
}

/** A server looks once a second which release is live, so both together take little more than a second. */
const EVERY_MS = 300;
/** Between two looks at a store that is away. */
const LONGEST_PAUSE_MS = 5000;

/** Keeps the brands of this machine at the live releases of the store, until the signal. Faults of the store end nothing. */
export async function followStore(options: FollowOptions): Promise<void> {
  await Promise.all(options.folders.map((folder) => followBrand(folder, options)));
}

async function followBrand(folder: string, options: FollowOptions): Promise<void> {
  const { log, signal, everyMs = EVERY_MS } = options;
  const brand = basename(folder);
  let etag: string | undefined;
  let failed = 0;
  let said: string | undefined;
  while (!signal.aborted) {
    try {
      const followed = await pullLive(options, folder, etag);
      if (followed?.report?.status === 'live')
        log.info('the live release was taken from the store', { ...followed.report });
      etag = followed === undefined ? etag : followed.etag;
      if (failed > 0) log.info('the release store answers again', { brand });
      [failed, said] = [0, undefined];
    } catch (error) {
      failed += 1;
      const reason = messageOf(error);
      // Once, however long it lasts.
      if (reason !== said) log.error('the release store was not followed', { brand, reason });
      said = reason;
    }
    const pause = Math.min(LONGEST_PAUSE_MS, everyMs * 2 ** Math.min(failed, 10));
    await wait(pause, undefined, { signal }).catch(() => {});
  }
}

/** @returns undefined where nothing was published since `etag` */
async function pullLive({ store, lock, log }: FollowOptions, folder: string, etag: string | undefined) {
  const brand = basename(folder);
  const found = await readPointer(store, keysOf(brand), etag);
  if (found === undefined || found === 'unchanged') return undefined;
  const { pointer } = found;
  const seen = readSeen(folder);
  if (pointer.number < seen.number) {
    const numbers = { number: pointer.number, seen: seen.number };
    log.error('a release with a lower number than the one before was refused', {
      brand,
      release: pointer.release,
      ...numbers,
    });
    return { etag: found.etag, report: undefined };
  }
  return { etag: found.etag, report: await pullLocked({ store, folder, pointer: found.pointer }, lock) };
}

/** Takes the release of a pointer, and remembers its number. */
async function pullLocked(
  pull: Omit<Parameters<typeof pullRelease>[0], 'brand'>,
  lock: FollowOptions['lock'],
): Promise<PullReport> {
  const { folder, pointer } = pull;
  using _held = lock(folder);
  const report = await pullRelease({ ...pull, brand: basename(folder) });
  const seen: Seen = { number: pointer.number };
  await writeAtomic(join(folder, SEEN), `${JSON.stringify(seen)}\n`);
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
 * Makes the store's live release the live one of this machine, once. A machine that shows no site needs no pages of it.
 * @returns undefined where the store has none of the brand
 */
export async function pullOnce(
  store: ObjectStore,
  folder: string,
  lock: FollowOptions['lock'],
  { withoutPages }: Pick<Parameters<typeof pullRelease>[0], 'withoutPages'> = {},
): Promise<PullReport | undefined> {
  const found = await readPointer(store, keysOf(basename(folder)));
  if (found === undefined) return undefined;
  const { pointer } = found;
  const seen = readSeen(folder);
  if (pointer.number >= seen.number) return pullLocked({ store, folder, pointer, withoutPages }, lock);
  throw new StoreError(
    `The release ${pointer.release} of ${store.address} has the number ${pointer.number}, and this machine has seen ${seen.number}: it was published by a process that had lost the right to. Publish anew.`,
  );
}
