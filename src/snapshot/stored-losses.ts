import type { Loss } from '#src/lib/losses.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';

/** What the last sync left out stays with the snapshot, so that whoever publishes from it alone can tell of it. */
export function storeLosses(sql: Sql, losses: readonly Loss[]): void {
  sql.run(`DELETE FROM meta WHERE key = 'losses'`);
  if (losses.length > 0) sql.run(`INSERT INTO meta VALUES ('losses', ?)`, JSON.stringify(losses));
}

/** @param file of the snapshot */
export function readLosses(file: string): readonly Loss[] {
  const sql = openSql(file, { readOnly: true });
  try {
    const stored = sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'losses'`);
    return stored ? JSON.parse(stored.value) : [];
  } finally {
    sql.close();
  }
}
