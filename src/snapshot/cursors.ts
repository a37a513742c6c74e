import type { Sql } from '#src/lib/sqlite.ts';

/** Where the last pull of a changeable list ended, kept between runs. */
export interface Cursors {
  get(call: string): string | undefined;
  set(call: string, cursor: string | undefined): void;
}

export function createCursors(sql: Sql, section: number): Cursors {
  const keyOf = (call: string) => `cursor:${call}:${section}`;
  return {
    get: (call) => sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', keyOf(call))?.value,
    set(call, cursor) {
      if (cursor === undefined) sql.run('DELETE FROM meta WHERE key = ?', keyOf(call));
      else sql.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', keyOf(call), cursor);
    },
  };
}
