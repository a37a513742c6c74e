import { openSql, type Sql } from './sqlite.ts';

/**
 * An operating system lock on a file. It is released when the process that holds it ends, even if the process is
 * killed.
 */
export type FileLock = Pick<Sql, 'close'>;

const SQLITE_BUSY = 5;

/** Statements that acquire SQLite's locks. The first read in a transaction acquires a shared lock. */
const LOCK_SQL = {
  exclusive: 'BEGIN EXCLUSIVE',
  shared: 'BEGIN; SELECT count(*) FROM sqlite_schema',
} as const;

/**
 * @param waitMs time limit for another process to release the lock. Waiting blocks the thread
 * @returns undefined if another process holds the lock
 */
export function lockFile(file: string, mode: keyof typeof LOCK_SQL, waitMs = 0): FileLock | undefined {
  const sql = openSql(file);
  try {
    sql.exec(`PRAGMA busy_timeout = ${waitMs}; ${LOCK_SQL[mode]}`);
    return sql;
  } catch (error) {
    sql.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
