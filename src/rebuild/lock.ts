import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/make-folder.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import type { Shard } from '#src/release/index.ts';

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/** Shared ones stand beside each other; the first read is what takes them. */
const TAKE = {
  alone: 'PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE',
  shared: 'PRAGMA busy_timeout = 0; BEGIN; SELECT count(*) FROM sqlite_schema',
} as const;

/**
 * Lets one run at a time into `var/<brand>`. The lock is the operating system's own on `rebuild.lock`, so it goes with
 * its process however that ends; `rebuild.pid` only tells people who has it.
 * @throws ConfigError where another run has it
 */
export function takeLock(brandFolder: string, brand: string): Lock {
  makeFolder(brandFolder);
  return named(brandFolder, hold(brandFolder, brand, 'rebuild.lock', 'alone'));
}

/**
 * Lets any number of shards in beside each other, each once, but none beside another run: they write nothing that
 * others read.
 * @throws ConfigError where another run, or the same shard, is under way
 */
export function takeShardLock(brandFolder: string, brand: string, { index, of }: Shard): Lock {
  makeFolder(brandFolder);
  const shared = hold(brandFolder, brand, 'rebuild.lock', 'shared');
  try {
    mkdirSync(join(brandFolder, 'releases'), { recursive: true });
    const own = hold(brandFolder, brand, join('releases', `.next-${index}-of-${of}.lock`), 'alone');
    const close = () => {
      own.close();
      shared.close();
    };
    return named(brandFolder, { close });
  } catch (error) {
    shared.close();
    throw error;
  }
}

function hold(brandFolder: string, brand: string, file: string, how: keyof typeof TAKE): Sql {
  const sql = openSql(join(brandFolder, file));
  try {
    sql.exec(TAKE[how]);
    return sql;
  } catch (error) {
    sql.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    const message = `A rebuild of "${brand}" is under way already (process ${holder(pidFileOf(brandFolder))}). Wait for its end, or end it.`;
    throw new ConfigError(message, { cause: error });
  }
}

const pidFileOf = (brandFolder: string) => join(brandFolder, 'rebuild.pid');

/** Of several shards the last one that began is named. */
function named(brandFolder: string, held: Pick<Sql, 'close'>): Lock {
  const pidFile = pidFileOf(brandFolder);
  writeFileSync(pidFile, `${process.pid}\n`);
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
