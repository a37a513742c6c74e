import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { ConfigError, LecternError } from '#src/lib/errors.ts';
import { withPath } from '#src/lib/storage-error.ts';
import type { Row } from '../database.ts';
import { CATALOGUE_FILE, openStore, VISITORS_FILE } from '../open.ts';
import { batchesOf, type Snapshot, type Target } from './sides.ts';
import { DATABASES, type DatabaseName, type Table } from './tables.ts';

const FILES = { catalogue: CATALOGUE_FILE, visitors: VISITORS_FILE } as const;

type Connections = Readonly<Record<DatabaseName, DatabaseSync>>;

/** How long to wait for another process that writes. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens a snapshot of the store in the files of a folder.
 * @throws ConfigError if there is no store, LecternError STORE_VERSION if it is of another version
 */
export async function openFilesSnapshot(folder: string): Promise<Snapshot> {
  const connections = connect(folder, { readOnly: true });
  try {
    for (const name of ['catalogue', 'visitors'] as const)
      checkVersion(connections[name], name, join(folder, FILES[name]));
    for (const connection of Object.values(connections)) connection.exec('BEGIN');
    // The snapshot of a transaction starts with its first read.
    for (const connection of Object.values(connections)) connection.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    end(connections);
    throw error;
  }
  return snapshotOf(connections);
}

/** Opens the store in the files of a folder for writing, creates missing files, and locks it against other writers. */
export async function openFilesTarget(folder: string): Promise<Target> {
  await (await openStore(folder)).close();
  const connections = connect(folder, {});
  const insert = insertsInto(connections);
  try {
    for (const connection of Object.values(connections)) connection.exec('PRAGMA foreign_keys = ON; BEGIN IMMEDIATE');
    connections.catalogue.exec(`UPDATE meta SET value = '1' WHERE key = 'writing'`);
  } catch (error) {
    end(connections);
    throw error;
  }
  return {
    ...snapshotOf(connections),
    has: async ({ database, name }) =>
      connections[database].prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined,
    clear: async ({ database, name }) => connections[database].exec(`DELETE FROM ${name}`),
    insert: async (table, rows) => withPath(folder, () => insert(table, rows)),
    async setLastId({ database, name }, id) {
      connections[database].prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
      connections[database].prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, id);
    },
    async commit() {
      // If the second commit fails, the target contains visitors' data, so another copy to it is rejected.
      for (const name of ['visitors', 'catalogue'] as const) withPath(folder, () => connections[name].exec('COMMIT'));
    },
  };
}

function connect(folder: string, options: { readonly readOnly?: boolean }): Connections {
  const open: DatabaseSync[] = [];
  try {
    for (const file of [FILES.catalogue, FILES.visitors].map((name) => join(folder, name))) {
      if (!existsSync(file))
        throw new ConfigError(
          `There is no store in ${folder}. Give another store, or another state with LECTERN_STATE.`,
        );
      open.push(withPath(file, () => new DatabaseSync(file, { ...options, timeout: BUSY_TIMEOUT_MS })));
    }
    const [catalogue, visitors] = open as [DatabaseSync, DatabaseSync];
    return { catalogue, visitors };
  } catch (error) {
    for (const connection of open) connection.close();
    throw error;
  }
}

/** Closes the connections, which rolls back uncommitted rows. */
function end(connections: Connections): void {
  for (const connection of Object.values(connections)) if (connection.isOpen) connection.close();
}

function checkVersion(connection: DatabaseSync, name: DatabaseName, file: string): void {
  const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version']);
  const currentVersion = DATABASES[name].length;
  if (version !== currentVersion) throw otherVersion(file, version, currentVersion);
}

/** Returns the error for a source of another version. Sources are never changed, so they are not migrated. */
export const otherVersion = (store: string, version: number, supported: number): LecternError =>
  new LecternError(
    'STORE_VERSION',
    `${store} has version ${version}, but this Lectern copies version ${supported}. ${version > supported ? 'Use the newer Lectern that wrote it' : 'Start the API over it once to migrate it'}, then copy again.`,
  );

function snapshotOf(connections: Connections): Snapshot {
  return {
    async *rows({ database, name, columns, key }) {
      const sql = `SELECT ${columns.join()} FROM ${name} ORDER BY ${key.join()}`;
      yield* batchesOf(connections[database].prepare(sql).iterate() as Iterable<Row>);
    },
    async lastId({ database, name }) {
      const row = connections[database].prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name);
      return Number(row?.['seq'] ?? 0);
    },
    close: async () => end(connections),
  };
}

function insertsInto(connections: Connections) {
  const statements = new Map<string, StatementSync>();
  return ({ database, name, columns }: Pick<Table, 'database' | 'name' | 'columns'>, rows: readonly Row[]): void => {
    const sql = `INSERT INTO ${name} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
    const statement = statements.get(name) ?? connections[database].prepare(sql);
    statements.set(name, statement);
    for (const row of rows) statement.run(...columns.map((column) => row[column] as SQLInputValue));
  };
}
