import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/files.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import type { Shard } from '#src/release/index.ts';

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** SQLite's own locks. A shared lock is taken by the first read of the transaction. */
const LOCK_SQL = {
  exclusive: 'PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE',
  shared: 'PRAGMA busy_timeout = 0; BEGIN; SELECT count(*) FROM sqlite_schema',
} as const;

/**
 * Locks `var/<brand>` for one run. The lock is the operating system's, on `rebuild.lock`, so that it ends with its
 * process, however that ends. `rebuild.pid` only tells people which process holds it.
 * @throws ConfigError where another run holds it
 */
export function acquireLock(brandFolder: string, brand: string): Lock {
  makeFolder(brandFolder);
  return withPidFile(brandFolder, hold(brandFolder, brand, 'rebuild.lock', 'exclusive'));
}

/**
 * Locks `var/<brand>` for a shard. Different shards may run at the same time, because none writes what others read; no
 * other run may.
 * @throws ConfigError where another run, or the same shard, is in progress
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

/** Releases what is held where the work fails. */
function orClose<T>(held: Pick<Sql, 'close'>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    held.close();
    throw error;
  }
}

function hold(brandFolder: string, brand: string, file: string, mode: keyof typeof LOCK_SQL): Sql {
  const sql = openSql(join(brandFolder, file));
  try {
    orClose(sql, () => sql.exec(LOCK_SQL[mode]));
    return sql;
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    const message = `A rebuild of "${brand}" is under way already (process ${holder(pidFileOf(brandFolder))}). Wait for its end, or end it.`;
    throw new ConfigError(message, { cause: error });
  }
}

const pidFileOf = (brandFolder: string) => join(brandFolder, 'rebuild.pid');

/** Of several shards, the file names the one that began last. */
function withPidFile(brandFolder: string, held: Pick<Sql, 'close'>): Lock {
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
