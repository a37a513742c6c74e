import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { type FileLock, lockFile } from '#src/lib/file-lock.ts';
import { makeFolder } from '#src/lib/files.ts';
import type { Shard } from '#src/publish/release/index.ts';

/** Thrown if another run holds the lock. */
export class LockedError extends ConfigError {}

export interface Lock {
  release(): void;
}

/**
 * Locks `var/<brand>` for one run, with an operating system lock on `rebuild.lock` that ends with the process.
 * `rebuild.pid` is only informative: it contains the process id.
 * @throws ConfigError if another run holds the lock
 */
export function acquireLock(brandFolder: string, brand: string): Lock {
  makeFolder(brandFolder);
  return withPidFile(brandFolder, hold(brandFolder, brand, 'rebuild.lock', 'exclusive'));
}

/** Locks `var/<brand>` for work that must not overlap a run. Creates missing folders. */
export function holdFolder(brandFolder: string): Disposable {
  makeFolder(join(brandFolder, 'releases'));
  const lock = acquireLock(brandFolder, basename(brandFolder));
  return { [Symbol.dispose]: () => lock.release() };
}

/**
 * Locks `var/<brand>` for a shard. Shards may run at the same time, because no shard writes files that another one
 * reads. While a whole run holds the lock, no shard can run.
 * @throws ConfigError if a whole run, or the same shard, is in progress
 */
export function acquireShardLock(brandFolder: string, brand: string, { index, of }: Shard): Lock {
  makeFolder(brandFolder);
  const shared = hold(brandFolder, brand, 'rebuild.lock', 'shared');
  const holdOwn = () => {
    mkdirSync(join(brandFolder, 'releases'), { recursive: true });
    return hold(brandFolder, brand, join('releases', `.next-${index}-of-${of}.lock`), 'exclusive');
  };
  const own = orClose(shared, holdOwn);
  const close = () => {
    own.close();
    shared.close();
  };
  return withPidFile(brandFolder, { close });
}

/** Releases the lock if `work` fails. */
function orClose<T>(held: FileLock, work: () => T): T {
  try {
    return work();
  } catch (error) {
    held.close();
    throw error;
  }
}

/** Lock of the process that recompresses pages (src/publish/recompress). It does not prevent runs. */
export const RECOMPRESSION_LOCK = 'recompression.lock';

/** Lock that this process holds together with the brand's lock, while it replaces files. */
const REPLACEMENT_LOCK = 'replacement.lock';
/** Time limit for the process that recompresses pages to replace some files, in ms. It usually takes a few ms. */
const REPLACEMENT_MS = 5000;
const REPLACEMENT_CHECK_MS = 50;

/**
 * Locks `var/<brand>` for a few ms, in which some files of releases are replaced. A run that starts then waits for the end.
 * @returns undefined if a run is in progress
 */
export function tryHoldFolder(brandFolder: string): Disposable | undefined {
  const replacement = lockFile(join(brandFolder, REPLACEMENT_LOCK), 'exclusive');
  if (!replacement) return undefined;
  const lock = orClose(replacement, () => lockFile(join(brandFolder, 'rebuild.lock'), 'exclusive'));
  const close = () => {
    lock?.close();
    replacement.close();
  };
  if (lock) return { [Symbol.dispose]: close };
  close();
  return undefined;
}

/** Whether a process replaces files of releases, and so holds the brand's lock for a few ms. */
function isReplacing(brandFolder: string): boolean {
  const file = join(brandFolder, REPLACEMENT_LOCK);
  if (!existsSync(file)) return false;
  const lock = lockFile(file, 'shared');
  lock?.close();
  return lock === undefined;
}

function hold(brandFolder: string, brand: string, file: string, mode: Parameters<typeof lockFile>[1]): FileLock {
  const path = join(brandFolder, file);
  const deadline = Date.now() + REPLACEMENT_MS;
  let lock = lockFile(path, mode);
  while (!lock && Date.now() < deadline && isReplacing(brandFolder)) lock = lockFile(path, mode, REPLACEMENT_CHECK_MS);
  // Files may have been replaced between the two checks, so that the lock is free now.
  lock ??= lockFile(path, mode);
  if (lock) return lock;
  throw new LockedError(
    `A rebuild of "${brand}" is already running (process ${holder(pidFileOf(brandFolder))}). Wait until it has finished, or stop it.`,
  );
}

const pidFileOf = (brandFolder: string) => join(brandFolder, 'rebuild.pid');

/** If several shards run at the same time, the file has the process id of the one that started last. */
function withPidFile(brandFolder: string, held: FileLock): Lock {
  const pidFile = pidFileOf(brandFolder);
  orClose(held, () => writeFileSync(pidFile, `${process.pid}\n`));
  return {
    release() {
      if (holder(pidFile) === String(process.pid)) rmSync(pidFile, { force: true });
      held.close();
    },
  };
}

function holder(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
