import { openSql, type Sql } from '#src/lib/sqlite.ts';
import type { Loss } from './losses.ts';

/** Stores the losses of the last sync in the snapshot, so that a run without a sync can report them too. */
export function storeLosses(sql: Sql, losses: readonly Loss[]): void {
  sql.run(`DELETE FROM meta WHERE key = 'losses'`);
  if (losses.length > 0) sql.run(`INSERT INTO meta VALUES ('losses', ?)`, JSON.stringify(losses));
}

/** @param file the snapshot's file */
export function readLosses(file: string): readonly Loss[] {
  const sql = openSql(file, { readOnly: true });
  try {
    const stored = sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'losses'`);
    return stored ? JSON.parse(stored.value) : [];
  } finally {
    sql.close();
  }
}
