import type { Client } from 'pg';
import { shownPostgres } from '#src/config/postgres.ts';
import { ConfigError, LecternError, messageOf } from '#src/lib/errors.ts';
import type { Row } from '../database.ts';
import { connectPostgres } from '../postgres/connect.ts';
import { CONTENT_CHANNEL } from '../postgres/listen.ts';
import { openPostgresStore } from '../postgres/open.ts';
import { otherVersion } from './files.ts';
import { batchesOf, MAX_ROWS, type Snapshot, type Target } from './sides.ts';
import { DATABASES, type Table, tablesOfStore } from './tables.ts';

const SCHEMAS = ['catalogue', 'visitors'] as const;

/** How long to wait for a process that writes to the target. */
const LOCK_TIMEOUT_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Opens a snapshot of the store in a PostgreSQL database.
 * @throws ConfigError if there is no store, LecternError STORE_VERSION if it is of another version
 */
export async function openPostgresSnapshot(address: string): Promise<Snapshot> {
  const client = await connectPostgres(address);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const name of SCHEMAS) await checkVersion(client, name, address);
  } catch (error) {
    await client.end();
    throw error;
  }
  return snapshotOf(client);
}

async function checkVersion(client: Client, name: (typeof SCHEMAS)[number], address: string): Promise<void> {
  const { rows: tables } = await client.query('SELECT to_regclass($1) AS it', [`${name}.schema_version`]);
  if (tables[0]?.it === null)
    throw new ConfigError(
      `There is no store in ${shownPostgres(address)}. Give the address of a database with a store.`,
    );
  const { rows } = await client.query(`SELECT version FROM ${name}.schema_version`);
  const version = Number(rows[0]?.version);
  const currentVersion = DATABASES[name].length;
  if (version !== currentVersion) throw otherVersion(`${name} in ${shownPostgres(address)}`, version, currentVersion);
}

/**
 * Opens the store in a PostgreSQL database for writing, creates missing schemas, and locks it against other writers.
 */
export async function openPostgresTarget(address: string): Promise<Target> {
  // Must come first, because its error has a clear message if the server does not respond.
  const client = await connectPostgres(address);
  try {
    const store = await openPostgresStore(address);
    await Promise.all(Object.values(store).map((database) => database.close()));
    // The triggers of the catalogue refer to tables without naming the schema.
    await client.query('BEGIN; SET LOCAL search_path = catalogue');
    await lock(client, address);
    await client.query(`UPDATE catalogue.meta SET value = '1' WHERE key = 'writing'`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    ...snapshotOf(client),
    async has(table) {
      const { rows } = await client.query(`SELECT 1 FROM ${placeOf(table)} LIMIT 1`);
      return rows.length > 0;
    },
    clear: async (table) => void (await client.query(`DELETE FROM ${placeOf(table)}`)),
    async insert(table, rows) {
      const columns = table.columns.join();
      const from = `json_populate_recordset(NULL::${placeOf(table)}, $1::json)`;
      try {
        await client.query(`INSERT INTO ${placeOf(table)} (${columns}) SELECT ${columns} FROM ${from}`, [
          JSON.stringify(rows),
        ]);
      } catch (error) {
        if (!isAboutData(error)) throw error;
        throw new LecternError(
          'STORE_COPY',
          `Rows of ${table.name} could not be written: ${messageOf(error)}. Nothing was copied. Fix these rows in the source, then copy again.`,
          { cause: error },
        );
      }
    },
    setLastId: async (table, id) =>
      void (await client.query(`ALTER TABLE ${placeOf(table)} ALTER COLUMN id RESTART WITH ${id + 1}`)),
    async commit() {
      await client.query(`NOTIFY ${CONTENT_CHANNEL}; COMMIT`);
      // Without new statistics, the first queries would be planned as if the tables were empty.
      await client.query('ANALYZE');
    },
  };
}

const placeOf = ({ database, name }: Pick<Table, 'database' | 'name'>) => `${database}.${name}`;

/**
 * Whether an error is about data: a value that a type does not accept, such as a text with U+0000, or a row that
 * violates a constraint.
 */
const isAboutData = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);

async function lock(client: Client, address: string): Promise<void> {
  try {
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    // Acquires the same lock as a writer of content.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('lectern catalogue'))`);
    const tables = tablesOfStore().map(placeOf);
    await client.query(`LOCK TABLE ${tables.join()} IN SHARE ROW EXCLUSIVE MODE`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
    throw new LecternError(
      'STORE_BUSY',
      `Another process writes to ${shownPostgres(address)}. Stop the API and the commands that use it, then copy again.`,
      { cause: error },
    );
  }
}

function snapshotOf(client: Client): Snapshot {
  return {
    async *rows(table) {
      const sql = `SELECT ${table.columns.join()} FROM ${placeOf(table)} ORDER BY ${table.key.join()}`;
      await client.query(`DECLARE copied NO SCROLL CURSOR FOR ${sql}`);
      for (;;) {
        const { rows } = await client.query<Row>(`FETCH ${MAX_ROWS} FROM copied`);
        yield* batchesOf(rows);
        if (rows.length < MAX_ROWS) break;
      }
      await client.query('CLOSE copied');
    },
    async lastId(table) {
      const { rows: names } = await client.query('SELECT pg_get_serial_sequence($1, $2) AS name', [
        placeOf(table),
        'id',
      ]);
      const { rows } = await client.query(
        `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS id FROM ${names[0]?.name}`,
      );
      return Number(rows[0]?.id);
    },
    close: () => client.end(),
  };
}
