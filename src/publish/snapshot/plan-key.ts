import { openSql } from '#src/lib/sqlite.ts';

/**
 * The plan key identifies the last plan that was made from the snapshot. Triggers (schema.ts) delete it when content
 * changes, so a run that finds its own key has nothing to do. It is stored in `meta` as `planned`.
 */

/**
 * @returns the key that the last run stored; undefined if the snapshot has changed since then, or no run has stored a
 * key
 */
export function readPlanKey(file: string): string | undefined {
  const sql = openSql(file, { readOnly: true });
  try {
    return sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'planned'`)?.value;
  } finally {
    sql.close();
  }
}

/** Stores the plan key of a finished run. */
export function storePlanKey(file: string, key: string): void {
  const sql = openSql(file);
  try {
    sql.exec('PRAGMA busy_timeout = 10000');
    sql.run(`INSERT OR REPLACE INTO meta VALUES ('planned', ?)`, key);
  } finally {
    sql.close();
  }
}
