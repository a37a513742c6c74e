import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { LecternError } from '#src/lib/errors.ts';
import { makePrivateDatabase } from '#src/lib/private-files.ts';
import { withPath } from '#src/lib/storage-error.ts';
import { addRepairs } from './repair-timestamps.ts';
import { turnsOf } from './turns.ts';

/** A row as SQLite gives it; every row type is a type alias of this shape. */
export type Row = Record<string, SQLOutputValue>;

/** A database, or the transaction of one. */
export interface Database {
  all<R extends Row>(sql: string, ...values: SQLInputValue[]): Promise<R[]>;
  get<R extends Row>(sql: string, ...values: SQLInputValue[]): Promise<R | undefined>;
  /** For a query whose one row always exists, such as a count. */
  one<R extends Row>(sql: string, ...values: SQLInputValue[]): Promise<R>;
  /** @returns how many rows were changed, and the id of the row put in last. */
  run(sql: string, ...values: SQLInputValue[]): Promise<{ changes: number; id: number }>;
  exec(script: string): Promise<void>;
  /**
   * All of `work`, or nothing: what belongs to it is asked of the database that it gets, and nobody else sees it before it has
   * ended. In a transaction `work` joins it.
   */
  transaction<T>(work: (transaction: Database) => Promise<T>): Promise<T>;
  /** The same where nobody else is writing. @returns whether it was done */
  transactionUnlessBusy(work: (transaction: Database) => Promise<void>): Promise<boolean>;
  /** Does the work unless another process is doing work of this name. */
  alone(name: string, work: () => Promise<void>): Promise<void>;
  /** Another one once somebody else has changed content. */
  version(): Promise<number>;
  /** How long another process that writes is waited for. */
  setPatience(milliseconds: number): void;
  close(): Promise<void>;
}

/**
 * When a commit is on disk, so that a power cut cannot take it back: `FULL` before the commit returns, `NORMAL` some time
 * later, where what is lost can be written again.
 */
export type Durability = 'FULL' | 'NORMAL';

/** The busy timeout comes first: already the journal mode takes a lock that another process may hold. */
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

/** SQLite's name of a database without a file. */
const IN_MEMORY = ':memory:';

/**
 * Opens the file for its owner alone, making it where it is missing, and brings its schema up to date. What is read is read at
 * once; what is written waits until the transactions of this process that came before have ended. A transaction has a
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

type Statements = Omit<Database, 'transaction' | 'transactionUnlessBusy' | 'alone' | 'setPatience' | 'close'>;

/** @param another opens the connection of the transactions */
function databaseOf(connection: DatabaseSync, file: string, another: () => DatabaseSync): Database {
  const turns = turnsOf(file);
  const statements = statementsOf(connection, file);
  /** Beside an open transaction SQLite would hold this thread, and so the transaction too, until the busy timeout is over. */
  const write = async <T>(work: () => Promise<T>): Promise<T> => (turns.areFree ? work() : turns.take(work));
  const ask = <T>(sql: string, work: () => Promise<T>) => (isReading(sql) ? work() : write(work));
  let patience = PATIENCE_MS;
  let second: { readonly connection: DatabaseSync; readonly database: Database } | undefined;
  const inOwn = <T>(begin: (own: DatabaseSync) => void, work: (database: Database) => Promise<T>) => {
    second ??= transactionOf(another(), file);
    const { connection: own, database } = second;
    withPath(file, () => begin(own));
    return ended(own, file, () => work(database));
  };
  /** Who has waited for a turn waits less for another process: else a queue would wait its length times as long. */
  const beginAfter = (since: number) => (own: DatabaseSync) => {
    const left = Math.max(patience - (performance.now() - since), patience / 10);
    own.exec(`PRAGMA busy_timeout = ${Math.round(left)}; BEGIN IMMEDIATE`);
  };
  return {
    all: (sql, ...values) => ask(sql, () => statements.all(sql, ...values)),
    get: (sql, ...values) => ask(sql, () => statements.get(sql, ...values)),
    one: (sql, ...values) => ask(sql, () => statements.one(sql, ...values)),
    run: (sql, ...values) => write(() => statements.run(sql, ...values)),
    exec: (script) => write(() => statements.exec(script)),
    // One process alone serves a store in files.
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

/** Whether a statement changes nothing; `RETURNING` makes rows of one that does. */
const isReading = (sql: string): boolean => /^\s*(?:SELECT|WITH|PRAGMA)\b/i.test(sql);

/** Each SQL text is compiled once. */
function statementsOf(connection: DatabaseSync, file: string): Statements {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    all: async <R extends Row>(sql: string, ...values: SQLInputValue[]) =>
      withPath(file, () => prepared(sql).all(...values) as R[]),
    get: async <R extends Row>(sql: string, ...values: SQLInputValue[]) =>
      withPath(file, () => prepared(sql).get(...values) as R | undefined),
    async one<R extends Row>(sql: string, ...values: SQLInputValue[]) {
      const row = withPath(file, () => prepared(sql).get(...values));
      if (!row) throw new LecternError('STORE_EMPTY', `No row for: ${sql}`);
      return row as R;
    },
    async run(sql, ...values) {
      const { changes, lastInsertRowid } = withPath(file, () => prepared(sql).run(...values));
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    exec: async (script) => withPath(file, () => connection.exec(script)),
    version: async () => Number(prepared('PRAGMA data_version').get()?.['data_version']),
  };
}

/** SQLite's SQLITE_BUSY, also with an extended code: another connection held a lock for longer than this one waits. */
const isLocked = (error: Error) =>
  'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === 5;

/**
 * SQLSTATEs of a PostgreSQL that does not answer, starts or ends, has no connection or room left, or in which a transaction met
 * others each time it was tried; and what Node says of the way to it.
 */
const NOT_NOW =
  /^(?:08...|53[123]00|57P0[123]|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)$/;

/** Whether the database could not do it now, and may in a moment. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  (isLocked(error) ||
    ('code' in error && typeof error.code === 'string' && NOT_NOW.test(error.code)) ||
    error.message.startsWith('Connection terminated'));

/** SQLite's SQLITE_CONSTRAINT_UNIQUE, and what PostgreSQL says of the same. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  (('errcode' in error && error.errcode === 2067) || ('code' in error && error.code === '23505'));

function beginAtOnce(connection: DatabaseSync): void {
  connection.exec('PRAGMA busy_timeout = 0');
  connection.exec('BEGIN IMMEDIATE');
}

/** Ends the transaction that has begun: with what `work` did, or without it where it throws. */
async function ended<T>(connection: DatabaseSync, file: string, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    withPath(file, () => connection.exec('COMMIT'));
    return result;
  } catch (error) {
    // On a full or failing disk SQLite has rolled back by itself, and a second time would hide the reason.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
