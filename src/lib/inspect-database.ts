import { messageOf } from './errors.ts';
import { openSql } from './sqlite.ts';

export interface InspectedDatabase {
  /** Of its schema (`PRAGMA user_version`). */
  readonly version: number;
  /** What SQLite finds damaged; undefined where nothing is. */
  readonly problem: string | undefined;
}

/** Looks for damage of a database that others may be writing, without changing it. */
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
