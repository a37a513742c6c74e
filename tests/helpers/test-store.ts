import { randomBytes } from 'node:crypto';
import { openStore, type Store } from '#src/api/index.ts';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';

/**
 * URL of a PostgreSQL server with a user that may create databases. If the variable is set, tests use this server
 * instead of SQLite.
 */
const SERVER = process.env['LECTERN_TEST_POSTGRES'];

/** Whether the tests use PostgreSQL. */
export const isPostgres = SERVER !== undefined;

/** Opens an empty store with its images in `folder`. */
export async function openTestStore(folder: string): Promise<Store> {
  return openStore(folder, SERVER === undefined ? undefined : await newDatabase(SERVER));
}

/**
 * Creates an empty database, which is deleted together with the server.
 * @returns the URL of the database
 */
export async function newDatabase(server: string): Promise<string> {
  const { default: pg } = await import('pg');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Starts a transaction that lasts until `end` is called, as an import does. */
export async function holdTransaction(database: Database): Promise<{ end(): Promise<void> }> {
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const ended = database.transaction(() => {
    begun.resolve();
    return ending.promise;
  });
  await begun.promise;
  return {
    end() {
      ending.resolve();
      return ended;
    },
  };
}

const TABLES = isPostgres
  ? sql`SELECT c.relname AS name, (SELECT a.attname FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
      WHERE f.conrelid = c.oid AND f.confrelid = 'users'::regclass) AS owner
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace`
  : sql`SELECT name, (SELECT "from" FROM pragma_foreign_key_list(t.name) WHERE "table" = 'users') AS owner
    FROM sqlite_schema t WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;

/**
 * Lists the tables of the visitors' database, each with the column that refers to the owner of a row, if it has one.
 */
export const tablesOf = (visitors: Database) => visitors.all<{ name: string; owner: string | null }>(TABLES);
