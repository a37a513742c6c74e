import type { Sql } from '#src/lib/sqlite.ts';

/** Tags or keywords by id. */
export function readNames<T>(sql: Sql, section: number, kind: 'tag' | 'adopted' | 'keyword'): T[] {
  const rows = sql.all<{ json: string }>(
    'SELECT json FROM names WHERE section = ? AND kind = ? ORDER BY id',
    section,
    kind,
  );
  return rows.map(({ json }): T => JSON.parse(json));
}

/** By name in the order of code units, which no machine's settings change; of one name by id. */
export const byName = (one: { name: string; id: number }, other: { name: string; id: number }): number => {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.id - other.id;
};
