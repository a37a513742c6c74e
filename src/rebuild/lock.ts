import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#src/lib/errors.ts';
import { makeFolder } from '#src/lib/make-folder.ts';
import { openSql } from '#src/lib/sqlite.ts';

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Lets one run at a time into `var/<brand>`. The lock is the operating system's own on `rebuild.lock`, so it goes with
 * its process however that ends; `rebuild.pid` only tells people who has it.
 * @throws ConfigError where another run has it
 */
export function takeLock(brandFolder: string, brand: string): Lock {
  makeFolder(brandFolder);
  const pidFile = join(brandFolder, 'rebuild.pid');
  const sql = openSql(join(brandFolder, 'rebuild.lock'));
  try {
    sql.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    sql.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    const message = `A rebuild of "${brand}" is under way already (process ${holder(pidFile)}). Wait for its end, or end it.`;
    throw new ConfigError(message, { cause: error });
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(pidFile, { force: true });
      sql.close();
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
