import { openSql } from '#src/lib/sqlite.ts';

/** Counts a section's books in a snapshot. */
export function countBooks(file: string, section: number): number {
  const sql = openSql(file, { readOnly: true });
  try {
    sql.exec('PRAGMA busy_timeout = 10000');
    return sql.get<{ total: number }>('SELECT count(*) AS total FROM books WHERE section = ?', section)?.total ?? 0;
  } finally {
    sql.close();
  }
}
