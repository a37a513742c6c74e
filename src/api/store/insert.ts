import type { Database } from './database.ts';
import { joined, raw, type Sql, type SqlValue, sql } from './sql.ts';

/** Values by column. Column names must come from code, never from input. */
type Values = Readonly<Record<string, SqlValue>>;

function column(name: string): Sql {
  if (/^\w+$/.test(name)) return raw(name);
  throw new TypeError(`Not the name of a column: ${name}`);
}

export const insertInto = (table: string, row: Values): Sql =>
  sql`INSERT INTO ${raw(table)} (${joined(Object.keys(row).map(column))}) VALUES (${joined(Object.values(row))})`;

/** Returns the assignments that follow `SET` in an update. */
export const assignments = (row: Values): Sql =>
  joined(Object.entries(row).map(([name, value]) => sql`${column(name)} = ${value}`));

/** Adds a row to a table whose ids the database assigns. @returns its id */
export async function insertRow(database: Pick<Database, 'returning'>, table: string, row: Values): Promise<number> {
  const [added] = await database.returning<{ id: number }>(sql`${insertInto(table, row)} RETURNING id`);
  return (added as { id: number }).id;
}
