import { openSql } from '#src/lib/sqlite.ts';

/** @returns what was planned last from the snapshot as it is now; undefined where it has changed since, or nothing was */
export function readPlanned(file: string): string | undefined {
  const sql = openSql(file, { readOnly: true });
  try {
    return sql.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'planned'`)?.value;
  } finally {
    sql.close();
  }
}

/** Notes what has been planned from the snapshot. Any change to it takes the note back (schema.ts). */
export function notePlanned(file: string, planned: string): void {
  const sql = openSql(file);
  try {
    sql.exec('PRAGMA busy_timeout = 10000');
    sql.run(`INSERT OR REPLACE INTO meta VALUES ('planned', ?)`, planned);
  } finally {
    sql.close();
  }
}
