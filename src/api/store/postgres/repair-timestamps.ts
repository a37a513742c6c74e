import type { PoolClient } from 'pg';
import { REPAIRS, type Repair } from '../repair-timestamps.ts';

/** A step of a schema migration: an SQL script, or a function if SQL is not enough. */
export type PostgresStep = string | ((client: PoolClient) => Promise<void>);

const NEXT_SEQ = `seq = (SELECT value::bigint FROM meta WHERE key = 'seq')`;

/** Returns the values of a column that are not in the current format, with their replacements. */
async function repairsOf(client: PoolClient, [table, value]: readonly [string, string], form: Repair) {
  const { rows } = await client.query<{ value: string }>(
    `SELECT DISTINCT ${value} AS value FROM ${table} WHERE ${value} IS NOT NULL`,
  );
  const changed = rows.filter((row) => REPAIRS[form](row.value) !== row.value);
  return [changed.map((row) => row.value), changed.map((row) => REPAIRS[form](row.value))];
}

async function repairColumn(client: PoolClient, table: string, column: string, form: Repair, set = ''): Promise<void> {
  const repairs = await repairsOf(client, [table, column], form);
  if (table === 'chapters')
    await client.query(
      `UPDATE books SET ${NEXT_SEQ} WHERE id IN (SELECT book_id FROM chapters WHERE ${column} = ANY ($1::text[]))`,
      repairs.slice(0, 1),
    );
  await client.query(
    `UPDATE ${table} SET ${column} = r.now${set} FROM unnest($1::text[], $2::text[]) AS r (was, now) WHERE ${column} = r.was`,
    repairs,
  );
}

async function repairField(client: PoolClient, kind: string, field: string): Promise<void> {
  const value = `value::jsonb ->> '${field}'`;
  const repairs = await repairsOf(client, ['library', `CASE WHEN kind = '${kind}' THEN ${value} END`], 'given');
  await client.query(
    `UPDATE library SET value = jsonb_set(value::jsonb, '{${field}}', to_jsonb(r.now))::text
      FROM unnest($1::text[], $2::text[]) AS r (was, now) WHERE kind = '${kind}' AND ${value} = r.was`,
    repairs,
  );
}

/** Repairs timestamps of the content, as the corresponding step in the SQLite schema (../schema-catalogue.ts) does. */
export async function repairCatalogue(client: PoolClient): Promise<void> {
  await client.query(`UPDATE meta SET value = '1' WHERE key = 'writing';
    UPDATE meta SET value = (value::bigint + 1)::text WHERE key = 'seq'`);
  for (const column of ['published_at', 'updated_at'])
    await repairColumn(client, 'books', column, 'seconds', `, ${NEXT_SEQ}`);
  await repairColumn(client, 'books', 'publish_at', 'seconds');
  for (const column of ['updated_at', 'free_from', 'publish_at'])
    await repairColumn(client, 'chapters', column, 'seconds');
  await repairColumn(client, 'help_events', 'expires_at', 'seconds');
  await client.query(`UPDATE meta SET value = '0' WHERE key = 'writing'`);
}

/**
 * Repairs timestamps of visitors' data, as the corresponding step in the SQLite schema (../schema-visitors.ts) does.
 */
export async function repairVisitors(client: PoolClient): Promise<void> {
  await repairColumn(client, 'vouchers', 'expires_at', 'milliseconds');
  await repairField(client, 'shelf', 'added_at');
  await repairField(client, 'mark', 'created_at');
  await repairField(client, 'mark', 'updated_at');
}
