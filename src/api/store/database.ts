import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { LecternError } from '#src/lib/errors.ts';
import { makePrivateDatabase } from '#src/lib/private-files.ts';
import { withPath } from '#src/lib/storage-error.ts';
import { addRepairs } from './repair-timestamps.ts';
import { type Sql, statementOf } from './sql.ts';
import { turnsOf } from './turns.ts';

/** A row as SQLite returns it; every row type is a type alias of this shape. */
export type Row = Record<string, SQLOutputValue>;

/** A database, or the transaction of one. */
export interface Database {
  all<R extends Row>(query: Sql): Promise<R[]>;
  get<R extends Row>(query: Sql): Promise<R | undefined>;
  /** For a query whose one row always exists, such as a count. */
  one<R extends Row>(query: Sql): Promise<R>;
  /** Writes. @returns how many rows were changed */
  run(statement: Sql): Promise<{ changes: number }>;
  /** Writes. @returns the rows of the statement's `RETURNING` */
  returning<R extends Row>(statement: Sql): Promise<R[]>;
  /** Runs statements without values, in the dialect of the database. */
  exec(script: string): Promise<void>;
  /**
   * All of `work`, or nothing. `work` uses the database it receives, and its writes are invisible to others before it has
   * ended. In a transaction `work` joins it.
   */
  transaction<T>(work: (transaction: Database) => Promise<T>): Promise<T>;
  /** The same, unless another process is writing. @returns whether it was done */
  transactionUnlessBusy(work: (transaction: Database) => Promise<void>): Promise<boolean>;
  /** Does the work unless another process is doing work of this name. */
  alone(name: string, work: () => Promise<void>): Promise<void>;
  /** Changes when another process writes content. */
  version(): Promise<number>;
  /** How long to wait for another process that writes. */
  setPatience(milliseconds: number): void;
  close(): Promise<void>;
}

/**
 * When a commit is durable: `FULL` before the commit returns, `NORMAL` some time
 * later, for data that can be written again.
 */
export type Durability = 'FULL' | 'NORMAL';

/** The busy timeout comes first, because setting the journal mode needs a lock that another process may have. */
const PATIENCE_MS = 10_000;
const PRAGMAS = `
PRAGMA busy_timeout = ${PATIENCE_MS};
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
 * Opens the file, readable only by its owner, creates it if missing, and migrates its schema. Reads run at
 * once; writes wait for earlier transactions of this process to end. A transaction has a
 * connection of its own.
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
 * Runs the steps that the file lacks, all or none: a step is numbered by its place and never changed once it was released.
 * @throws LecternError STORE_NEWER when a newer Lectern wrote the file
 */
function migrate(connection: DatabaseSync, schema: readonly string[], file: string): void {
  if (versionOf(connection, schema, file) === schema.length) return;
  addRepairs(connection);
  // A step may recreate a table; with foreign keys on, dropping the old one would delete every row that refers to it.
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

type Statements = Omit<Database, 'transaction' | 'transactionUnlessBusy' | 'alone' | 'setPatience' | 'close'>;

/** @param another opens the connection of the transactions */
function databaseOf(connection: DatabaseSync, file: string, another: () => DatabaseSync): Database {
  const turns = turnsOf(file);
  const statements = statementsOf(connection, file);
  /** During an open transaction SQLite would block this thread, and so the transaction, until the busy timeout. */
  const write = async <T>(work: () => Promise<T>): Promise<T> => (turns.areFree ? work() : turns.take(work));
  let patience = PATIENCE_MS;
  let second: { readonly connection: DatabaseSync; readonly database: Database } | undefined;
  const inOwn = <T>(begin: (own: DatabaseSync) => void, work: (database: Database) => Promise<T>) => {
    second ??= transactionOf(another(), file);
    const { connection: own, database } = second;
    withPath(file, () => begin(own));
    return ended(own, file, () => work(database));
  };
  /** Time spent queueing counts towards the busy timeout; otherwise a queue would wait its length times as long. */
  const beginAfter = (since: number) => (own: DatabaseSync) => {
    const left = Math.max(patience - (performance.now() - since), patience / 10);
    own.exec(`PRAGMA busy_timeout = ${Math.round(left)}; BEGIN IMMEDIATE`);
  };
  return {
    all: statements.all,
    get: statements.get,
    one: statements.one,
    run: (statement) => write(() => statements.run(statement)),
    returning: <R extends Row>(statement: Sql) => write(() => statements.returning<R>(statement)),
    exec: (script) => write(() => statements.exec(script)),
    // Only one process serves a store in files.
    alone: (_name, work) => work(),
    version: statements.version,
    transaction(work) {
      const begin = beginAfter(performance.now());
      return turns.take(async () => inOwn(begin, work));
    },
    async transactionUnlessBusy(work) {
      if (!turns.areFree) return false;
      return turns.take(async () => {
        try {
          await inOwn(beginAtOnce, work);
          return true;
        } catch (error) {
          if (error instanceof Error && isLocked(error)) return false;
          throw error;
        }
      });
    },
    setPatience(milliseconds) {
      patience = milliseconds;
      connection.exec(`PRAGMA busy_timeout = ${milliseconds}`);
    },
    close: () =>
      write(async () => {
        if (second?.connection.isOpen) second.connection.close();
        if (connection.isOpen) connection.close();
      }),
  };
}

/** The database that a transaction's work gets. */
function transactionOf(connection: DatabaseSync, file: string) {
  const database: Database = {
    ...statementsOf(connection, file),
    transaction: (work) => work(database),
    async transactionUnlessBusy(work) {
      await work(database);
      return true;
    },
    alone: (_name, alone) => alone(),
    setPatience: () => {},
    close: () => Promise.reject(new LecternError('STORE_TRANSACTION', 'A transaction ends with its work.')),
  };
  return { connection, database };
}

/** Compiles each text once. */
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

/** @throws LecternError STORE_EMPTY if there is no row */
export function firstOf<R extends Row>(row: R | undefined, query: Sql): R {
  if (row) return row;
  throw new LecternError('STORE_EMPTY', `No row for: ${statementOf(query, 'sqlite').text}`);
}

/** SQLite's SQLITE_BUSY, also with an extended code: another connection kept a lock for longer than this one waits. */
const isLocked = (error: Error) =>
  'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;

/**
 * SQLSTATEs of a PostgreSQL that does not respond, starts or stops, has no connection or space left, or where a transaction conflicted with
 * others at every attempt; and Node's network errors.
 */
const NOT_NOW =
  /^(?:08...|53[123]00|57P0[123]|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)$/;

/** Whether the database failed temporarily, so that a retry may succeed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  (isLocked(error) ||
    ('code' in error && typeof error.code === 'string' && NOT_NOW.test(error.code)) ||
    error.message.startsWith('Connection terminated'));

/** SQLite's SQLITE_CONSTRAINT_UNIQUE, and PostgreSQL's equivalent. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && error.errcode === 2067) || ('code' in error && error.code === '23505'));

function beginAtOnce(connection: DatabaseSync): void {
  connection.exec('PRAGMA busy_timeout = 0');
  connection.exec('BEGIN IMMEDIATE');
}

/** Ends the open transaction: commits, or rolls back if `work` throws. */
async function ended<T>(connection: DatabaseSync, file: string, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    withPath(file, () => connection.exec('COMMIT'));
    return result;
  } catch (error) {
    // On a full or failing disk SQLite has already rolled back, and a second rollback would hide the reason.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
