import { openSql, type Sql } from './sqlite.ts';

/** What holds a lock of the operating system on a file. It ends with its process, however that ends. */
export type FileLock = Pick<Sql, 'close'>;

const SQLITE_BUSY = 5;

/** SQLite's own locks. A shared lock is taken by the first read of the transaction. */
const LOCK_SQL = {
  exclusive: 'PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE',
  shared: 'PRAGMA busy_timeout = 0; BEGIN; SELECT count(*) FROM sqlite_schema',
} as const;

/** @returns undefined at once where another process holds it */
export function lockFile(file: string, mode: keyof typeof LOCK_SQL): FileLock | undefined {
  const sql = openSql(file);
  try {
    sql.exec(LOCK_SQL[mode]);
    return sql;
  } catch (error) {
    sql.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
