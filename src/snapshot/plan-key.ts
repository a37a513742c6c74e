import { openSql } from '#src/lib/sqlite.ts';

/**
 * The plan key names the plan that a run has carried out from the snapshot. A trigger (schema.ts) deletes it on any change of content,
 * so a run that finds its own key there has nothing to do. Live snapshots hold it in `meta` as `planned`.
 */

/** @returns the key of the last run; undefined where the snapshot has changed since, or no run has stored one */
export function readPlanKey(file: string): string | undefined {
  const sql = openSql(file, { readOnly: true });
  try {
    return sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'planned'`)?.value;
  } finally {
    sql.close();
  }
}

/** Stores the key of a run that has built everything from the snapshot as it is. */
export function storePlanKey(file: string, key: string): void {
  const sql = openSql(file);
  try {
    sql.exec('PRAGMA busy_timeout = 10000');
    sql.run(`INSERT OR REPLACE INTO meta VALUES ('planned', ?)`, key);
  } finally {
    sql.close();
  }
}
