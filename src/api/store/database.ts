import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { LecternError } from '#src/lib/errors.ts';
import { makePrivateDatabase } from '#src/lib/private-files.ts';
import { withPath } from '#src/lib/storage-error.ts';

/** A row as SQLite gives it; every row type is a type alias of this shape. */
export type Row = Record<string, SQLOutputValue>;

/** One connection and its prepared statements: each SQL text is compiled once. */
export interface Database {
  all<R extends Row>(sql: string, ...values: SQLInputValue[]): R[];
  get<R extends Row>(sql: string, ...values: SQLInputValue[]): R | undefined;
  /** For a query whose one row always exists, such as a count. */
  one<R extends Row>(sql: string, ...values: SQLInputValue[]): R;
  /** @returns how many rows were changed, and the id of the row put in last. */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; id: number };
  exec(script: string): void;
  /** All of `work`, or nothing. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * When a commit is on disk, so that a power cut cannot take it back: `FULL` before the commit returns, `NORMAL` some time
 * later, where what is lost can be written again.
 */
export type Durability = 'FULL' | 'NORMAL';

/** The busy timeout comes first: already the journal mode takes a lock that another process may hold. */
const PRAGMAS = `
PRAGMA busy_timeout = 10000;
PRAGMA journal_mode = WAL;
PRAGMA foreign_keys = ON;
PRAGMA journal_size_limit = 67108864;
PRAGMA cache_size = -65536;
PRAGMA mmap_size = 134217728;
PRAGMA temp_store = MEMORY;
`;

/** SQLite's name of a database without a file. */
const IN_MEMORY = ':memory:';

/** Opens the file for its owner alone, making it where it is missing, and brings its schema up to date. */
export function openDatabase(file: string, schema: readonly string[], durability: Durability = 'FULL'): Database {
  if (file !== IN_MEMORY) makePrivateDatabase(file);
  const connection = withPath(file, () => new DatabaseSync(file));
  try {
    withPath(file, () => {
      connection.exec(`${PRAGMAS}PRAGMA synchronous = ${durability};`);
      migrate(connection, schema, file);
    });
  } catch (error) {
    connection.close();
    throw error;
  }
  return databaseOf(connection, file);
}

/**
 * Runs the steps that the file lacks, all or none: a step is numbered by its place and never changed once it was released.
 * @throws LecternError STORE_NEWER when a newer Lectern wrote the file
 */
function migrate(connection: DatabaseSync, schema: readonly string[], file: string): void {
  if (versionOf(connection, schema, file) === schema.length) return;
  // A step may make a table anew; with keys on, dropping the old one would take along all that hangs on it.
  connection.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE');
  // Another process may have run the steps while this one waited for it.
  for (const step of schema.slice(versionOf(connection, schema, file))) connection.exec(step);
  connection.exec(`PRAGMA user_version = ${schema.length}; COMMIT; PRAGMA foreign_keys = ON`);
}

function versionOf(connection: DatabaseSync, schema: readonly string[], file: string): number {
  const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version <= schema.length) return version;
  throw new LecternError(
    'STORE_NEWER',
    `${file} is of version ${version}, and this Lectern knows ${schema.length}: a newer one wrote it. Run that one, or use another state folder.`,
  );
}

function databaseOf(connection: DatabaseSync, file: string): Database {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    all: <R extends Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as R[],
    get: <R extends Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as R | undefined,
    one<R extends Row>(sql: string, ...values: SQLInputValue[]) {
      const row = prepared(sql).get(...values);
      if (!row) throw new LecternError('STORE_EMPTY', `No row for: ${sql}`);
      return row as R;
    },
    run(sql, ...values) {
      const { changes, lastInsertRowid } = withPath(file, () => prepared(sql).run(...values));
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    exec: (script) => connection.exec(script),
    transaction: (work) => withPath(file, () => inTransaction(connection, work)),
    close: () => connection.close(),
  };
}

/** SQLite's SQLITE_BUSY, also with an extended code: another connection held a lock for longer than this one waits. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;

function inTransaction<T>(connection: DatabaseSync, work: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // On a full or failing disk SQLite has rolled back by itself, and a second time would hide the reason.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
