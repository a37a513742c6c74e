import { DatabaseSync } from 'node:sqlite';
import { addRepairs } from '../repair-timestamps.ts';
import { CATALOGUE_SCHEMA } from '../schema-catalogue.ts';
import { VISITORS_SCHEMA } from '../schema-visitors.ts';

export const DATABASES = { catalogue: CATALOGUE_SCHEMA, visitors: VISITORS_SCHEMA } as const;
export type DatabaseName = keyof typeof DATABASES;

/** A table that exists in both databases. */
export interface Table {
  readonly database: DatabaseName;
  readonly name: string;
  /** Names of the columns, except computed ones. */
  readonly columns: readonly string[];
  /** Names of the columns of the primary key. */
  readonly key: readonly string[];
  /** Whether the database assigns the ids and never reuses them. */
  readonly hasAssignedIds: boolean;
}

/**
 * Matches tables of search indexes. They are built from the other tables, because SQLite does not return their
 * contents.
 */
const INDEXES = /_search/;

/** Returns the tables of a store. A table comes after the tables that it refers to. */
export function tablesOfStore(): Table[] {
  return (['catalogue', 'visitors'] as const).flatMap((database) => {
    const sql = new DatabaseSync(':memory:');
    try {
      addRepairs(sql);
      for (const step of DATABASES[database]) sql.exec(step);
      return tablesIn(sql, database);
    } finally {
      sql.close();
    }
  });
}

function tablesIn(sql: DatabaseSync, database: DatabaseName): Table[] {
  const rows = sql
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .all() as { name: string }[];
  const tables = rows
    .filter(({ name }) => !INDEXES.test(name))
    .map(({ name }) => ({ ...columnsOf(sql, name), database, name }))
    .map((table) => ({ ...table, hasAssignedIds: table.key.join() === 'id' }));
  return referencedFirst(tables, (name) =>
    sql
      .prepare('SELECT "table" AS name FROM pragma_foreign_key_list(?)')
      .all(name)
      .map((row) => String(row['name'])),
  );
}

function columnsOf(sql: DatabaseSync, table: string): Pick<Table, 'columns' | 'key'> {
  const columns = sql
    .prepare('SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid')
    .all(table) as { name: string; pk: number }[];
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return { columns: columns.map(({ name }) => name), key: key.map(({ name }) => name) };
}

function referencedFirst(tables: readonly Table[], referencesOf: (table: string) => string[]): Table[] {
  const ordered = new Map<string, Table>();
  const add = (name: string) => {
    const table = tables.find((candidate) => candidate.name === name);
    if (!table || ordered.has(name)) return;
    for (const other of referencesOf(name)) if (other !== name) add(other);
    ordered.set(name, table);
  };
  for (const { name } of tables) add(name);
  return [...ordered.values()];
}
