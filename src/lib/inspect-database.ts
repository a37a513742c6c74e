import { messageOf } from './errors.ts';
import { openSql } from './sqlite.ts';

export interface InspectedDatabase {
  /** Version of the database's schema (`PRAGMA user_version`). */
  readonly version: number;
  /** Damage reported by SQLite; undefined if there is none. */
  readonly problem: string | undefined;
}

/** Checks a database for damage without changing it. Other processes may be writing to it. */
export function inspectDatabase(file: string): InspectedDatabase {
  try {
    const sql = openSql(file, { readOnly: true });
    try {
      sql.exec('PRAGMA busy_timeout = 10000');
      const version = Number(sql.get('PRAGMA user_version')?.['user_version']);
      const lines = sql.all('PRAGMA quick_check(3)').map(({ quick_check: line }) => String(line));
      return { version, problem: lines.join() === 'ok' ? undefined : lines.join('; ') };
    } finally {
      sql.close();
    }
  } catch (error) {
    return { version: 0, problem: messageOf(error) };
  }
}
