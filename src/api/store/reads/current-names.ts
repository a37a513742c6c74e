import type { Database, Row } from '../database.ts';
import type { NameKind } from '../records.ts';
import type { StoredName } from '../revision-states.ts';
import { raw, sql } from '../sql.ts';

const TABLES = { author: 'authors', tag: 'tags', keyword: 'keywords', genre: 'genres' } as const;

/**
 * Returns the current spelling of names that a record had earlier: names may have been renamed or merged since. A name
 * that no longer exists keeps its spelling.
 */
export async function currentNames(
  database: Pick<Database, 'get'>,
  kind: NameKind,
  names: readonly StoredName[],
): Promise<string[]> {
  const current = await Array.fromAsync(names, async ({ id, name }) => {
    const query = sql`SELECT name FROM ${raw(TABLES[kind])}
      WHERE id = coalesce((SELECT now FROM former_names WHERE kind = ${kind} AND id = ${id} AND name = ${name}), ${id})`;
    return (await database.get<Row & { name: string }>(query))?.name ?? name;
  });
  return [...new Set(current)];
}
