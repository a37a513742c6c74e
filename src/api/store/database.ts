import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { LecternError } from '#src/lib/errors.ts';
import { makePrivateDatabase } from '#src/lib/private-files.ts';
import { withPath } from '#src/lib/storage-error.ts';
import { addRepairs } from './repair-timestamps.ts';
import { type Sql, statementOf } from './sql.ts';
import { turnsOf } from './turns.ts';

/** A row, as SQLite returns it. The types of rows extend this type. */
export type Row = Record<string, SQLOutputValue>;

/** A database, or an open transaction. */
export interface Database {
  all<R extends Row>(query: Sql): Promise<R[]>;
  get<R extends Row>(query: Sql): Promise<R | undefined>;
  /** Returns the row of a query that always has one, such as a count. */
  one<R extends Row>(query: Sql): Promise<R>;
  /** Executes a write. @returns the number of changed rows */
  run(statement: Sql): Promise<{ changes: number }>;
  /** Executes a write. @returns the rows of its `RETURNING` clause */
  returning<R extends Row>(statement: Sql): Promise<R[]>;
  /** Runs statements without values, in the dialect of the database. */
  exec(script: string): Promise<void>;
  /**
   * Commits all writes of `work`, or none. `work` must use the database that it receives. Other transactions do not see
   * the writes until `work` has ended. Within a transaction, `work` becomes part of that transaction.
   */
  transaction<T>(work: (transaction: Database) => Promise<T>): Promise<T>;
  /** Starts a transaction unless another one is writing. @returns whether `work` was committed */
  transactionUnlessBusy(work: (transaction: Database) => Promise<void>): Promise<boolean>;
  /** Runs `work` unless another process is running work with the same name. */
  runExclusively(name: string, work: () => Promise<void>): Promise<void>;
  /** Returns a number that changes when another process writes content. */
  version(): Promise<number>;
  /** Sets how long writes wait for another process to finish writing. */
  setBusyTimeout(milliseconds: number): void;
  close(): Promise<void>;
}

/**
 * When a commit is durable. `FULL`: before it returns; `NORMAL`: some time later, for data that can be written again.
 */
export type Durability = 'FULL' | 'NORMAL';

/**
 * Settings of a connection. The busy timeout comes first, because setting the journal mode needs a lock that another
 * process may hold.
 */
const BUSY_TIMEOUT_MS = 10_000;
const PRAGMAS = `
PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
PRAGMA journal_mode = WAL;
PRAGMA foreign_keys = ON;
PRAGMA journal_size_limit = 67108864;
PRAGMA cache_size = -65536;
PRAGMA mmap_size = 134217728;
PRAGMA temp_store = MEMORY;
`;

/** SQLite's name for an in-memory database. */
const IN_MEMORY = ':memory:';

/**
 * Opens a database and migrates its schema. Creates a missing file, which only its owner can read. Reads run
 * immediately; writes wait for earlier transactions of this process to end. Transactions use a separate connection.
 */
export async function openDatabase(
  file: string,
  schema: readonly string[],
  durability: Durability = 'FULL',
): Promise<Database> {
  if (file !== IN_MEMORY) makePrivateDatabase(file);
  const open = () => openConnection(file, `${PRAGMAS}PRAGMA synchronous = ${durability};`);
  const connection = open();
  try {
    withPath(file, () => migrate(connection, schema, file));
  } catch (error) {
    connection.close();
    throw error;
  }
  return databaseOf(connection, file, file === IN_MEMORY ? () => connection : open);
}

function openConnection(file: string, pragmas: string): DatabaseSync {
  const connection = withPath(file, () => new DatabaseSync(file));
  try {
    withPath(file, () => connection.exec(pragmas));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Runs the migration steps that have not yet been run on a file, all or none. A step is numbered by its position, and
 * never changes after its release.
 * @throws LecternError STORE_NEWER if a newer version of Lectern wrote the file
 */
function migrate(connection: DatabaseSync, schema: readonly string[], file: string): void {
  if (versionOf(connection, schema, file) === schema.length) return;
  addRepairs(connection);
  // A step may recreate a table. With foreign keys on, dropping the old table would delete the rows that refer to it.
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
    `${file} has version ${version}, but this Lectern supports up to ${schema.length}: a newer one wrote it. Use the newer Lectern, or another state folder.`,
  );
}

type Statements = Omit<
  Database,
  'transaction' | 'transactionUnlessBusy' | 'runExclusively' | 'setBusyTimeout' | 'close'
>;

/** Wraps a connection in a `Database`. @param openAnother opens the connection for transactions */
function databaseOf(connection: DatabaseSync, file: string, openAnother: () => DatabaseSync): Database {
  const turns = turnsOf(file);
  const statements = statementsOf(connection, file);
  /** Waits for an open transaction. Otherwise SQLite would block this thread, which also runs the transaction. */
  const write = async <T>(work: () => Promise<T>): Promise<T> => (turns.areFree ? work() : turns.take(work));
  let busyTimeout = BUSY_TIMEOUT_MS;
  let second: { readonly connection: DatabaseSync; readonly database: Database } | undefined;
  const onSecondConnection = <T>(begin: (own: DatabaseSync) => void, work: (database: Database) => Promise<T>) => {
    second ??= transactionOf(openAnother(), file);
    const { connection: own, database } = second;
    withPath(file, () => begin(own));
    return endTransaction(own, file, () => work(database));
  };
  /**
   * Begins a transaction. The time it has waited for its turn counts towards the busy timeout. Otherwise each
   * transaction in the queue could wait for the whole timeout.
   */
  const beginAfter = (since: number) => (own: DatabaseSync) => {
    const left = Math.max(busyTimeout - (performance.now() - since), busyTimeout / 10);
    own.exec(`PRAGMA busy_timeout = ${Math.round(left)}; BEGIN IMMEDIATE`);
  };
  return {
    all: statements.all,
    get: statements.get,
    one: statements.one,
    run: (statement) => write(() => statements.run(statement)),
    returning: <R extends Row>(statement: Sql) => write(() => statements.returning<R>(statement)),
    exec: (script) => write(() => statements.exec(script)),
    // A store in files is served by only one process.
    runExclusively: (_name, work) => work(),
    version: statements.version,
    transaction(work) {
      const begin = beginAfter(performance.now());
      return turns.take(async () => onSecondConnection(begin, work));
    },
    async transactionUnlessBusy(work) {
      if (!turns.areFree) return false;
      return turns.take(async () => {
        try {
          await onSecondConnection(beginAtOnce, work);
          return true;
        } catch (error) {
          if (error instanceof Error && isLocked(error)) return false;
          throw error;
        }
      });
    },
    setBusyTimeout(milliseconds) {
      busyTimeout = milliseconds;
      connection.exec(`PRAGMA busy_timeout = ${milliseconds}`);
    },
    close: () =>
      write(async () => {
        if (second?.connection.isOpen) second.connection.close();
        if (connection.isOpen) connection.close();
      }),
  };
}

/** Returns the database that the work of a transaction receives. */
function transactionOf(connection: DatabaseSync, file: string) {
  const database: Database = {
    ...statementsOf(connection, file),
    transaction: (work) => work(database),
    async transactionUnlessBusy(work) {
      await work(database);
      return true;
    },
    runExclusively: (_name, work) => work(),
    setBusyTimeout: () => {},
    close: () =>
      Promise.reject(new LecternError('STORE_TRANSACTION', 'A transaction cannot be closed: it ends with its work.')),
  };
  return { connection, database };
}

/** Returns methods that execute statements and compile each only once. */
function statementsOf(connection: DatabaseSync, file: string): Statements {
  const statements = new Map<string, StatementSync>();
  const prepared = (text: string) => {
    const statement = statements.get(text) ?? connection.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const all = async <R extends Row>(query: Sql) => {
    const { text, values } = statementOf(query, 'sqlite');
    return withPath(file, () => prepared(text).all(...(values as SQLInputValue[])) as R[]);
  };
  const get = async <R extends Row>(query: Sql) => {
    const { text, values } = statementOf(query, 'sqlite');
    return withPath(file, () => prepared(text).get(...(values as SQLInputValue[])) as R | undefined);
  };
  return {
    all,
    get,
    one: async <R extends Row>(query: Sql) => firstOf(await get<R>(query), query),
    async run(statement) {
      const { text, values } = statementOf(statement, 'sqlite');
      return { changes: Number(withPath(file, () => prepared(text).run(...(values as SQLInputValue[]))).changes) };
    },
    returning: all,
    exec: async (script) => withPath(file, () => connection.exec(script)),
    version: async () => Number(prepared('PRAGMA data_version').get()?.['data_version']),
  };
}

/** Returns the row of a query. @throws LecternError STORE_EMPTY if it has none */
export function firstOf<R extends Row>(row: R | undefined, query: Sql): R {
  if (row) return row;
  throw new LecternError('STORE_EMPTY', `No row for: ${statementOf(query, 'sqlite').text}`);
}

/**
 * Whether another connection held a lock for longer than the busy timeout: SQLite's SQLITE_BUSY, or one of its extended
 * codes.
 */
const isLocked = (error: Error) =>
  'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;

/**
 * Matches the codes of temporary errors: the SQLSTATEs of a PostgreSQL server that does not respond, is starting or
 * stopping, or has no connections or space left; the SQLSTATE of a transaction that conflicted with others at every
 * attempt; and Node's network errors.
 */
const TEMPORARY_ERROR =
  /^(?:08...|53[123]00|57P0[123]|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)$/;

/** Whether the database failed temporarily, so that a retry may succeed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  (isLocked(error) ||
    ('code' in error && typeof error.code === 'string' && TEMPORARY_ERROR.test(error.code)) ||
    error.message.startsWith('Connection terminated'));

/** Whether a write violated a unique index: SQLite's SQLITE_CONSTRAINT_UNIQUE, or PostgreSQL's equivalent. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && error.errcode === 2067) || ('code' in error && error.code === '23505'));

function beginAtOnce(connection: DatabaseSync): void {
  connection.exec('PRAGMA busy_timeout = 0');
  connection.exec('BEGIN IMMEDIATE');
}

/** Runs `work` in the open transaction and commits it, or rolls back if `work` throws. */
async function endTransaction<T>(connection: DatabaseSync, file: string, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    withPath(file, () => connection.exec('COMMIT'));
    return result;
  } catch (error) {
    // If the disk is full or fails, SQLite has already rolled back, and a second rollback would hide the error.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
