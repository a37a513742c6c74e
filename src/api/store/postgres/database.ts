import type { Pool, PoolClient, PoolConfig } from 'pg';
import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { type Database, firstOf, type Row } from '../database.ts';
import { type Sql, statementOf } from '../sql.ts';
import { createTurns } from '../turns.ts';
import { CONTENT_CHANNEL } from './listen.ts';
import { parserOf } from './parsers.ts';
import type { PostgresStep } from './repair-timestamps.ts';
import { SEARCH_WORDS } from './search-words.ts';

export interface PostgresOptions {
  readonly address: string;
  /** Schema of the tables. */
  readonly name: 'catalogue' | 'visitors';
  readonly schema: readonly PostgresStep[];
  /** Schema version after the first step. */
  readonly first: number;
  /**
   * `one`: the transactions of all processes run one after another. `serializable`: they run concurrently, with the
   * same result. A transaction that conflicts with another is retried, so its work must be repeatable.
   */
  readonly transactions: 'one' | 'serializable';
  /** Whether the last commits may be lost in a power cut. */
  readonly mayBeLost?: boolean;
}

const CONNECTIONS = 10;

/** Maximum number of attempts for a transaction that conflicts with others. */
const MAX_ATTEMPTS = 40;

/** SQLSTATEs of a serialisation failure and of a deadlock. */
const CONFLICT_CODES = ['40001', '40P01'];

/** Opens a schema, creates it if it is missing, and migrates it. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  // pg is loaded only here, so that stores in files do not load it.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool(poolOf(options, pg.types.getTypeParser));
  // The pool removes a connection that breaks while idle, and the next statement opens another.
  pool.on('error', () => {});
  // The pool ignores connections that are in use. Without a listener, a broken one would end the process. Its statements
  // fail in any case.
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await migrate(pool, options);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return databaseOf(pool, options);
}

/**
 * Options for the query planner. JIT compilation slows down our queries, and random reads on SSDs are as fast as
 * sequential reads.
 */
const PLANNING = '-c jit=off -c random_page_cost=1.1 -c work_mem=32MB';

function poolOf({ address, name, mayBeLost = false }: PostgresOptions, others: (oid: number) => unknown): PoolConfig {
  return {
    connectionString: address,
    max: CONNECTIONS,
    options: `${PLANNING} -c search_path=${name}${mayBeLost ? ' -c synchronous_commit=off' : ''}`,
    types: { getTypeParser: parserOf(others) as never },
  };
}

/**
 * Runs the missing migration steps.
 * @throws LecternError STORE_NEWER if a newer version of Lectern wrote the database
 */
async function migrate(pool: Pool, { name, schema, first }: PostgresOptions): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Waits, because another process may be running the steps.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('lectern schema'))`);
    await makeSearchWords(client);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}; SET LOCAL search_path = ${name};
      CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)`);
    const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
    const last = first + schema.length - 1;
    const version = rows[0]?.version ?? first - 1;
    if (version > last)
      throw new LecternError(
        'STORE_NEWER',
        `The database's ${name} has version ${version}, but this Lectern supports up to ${last}: a newer one wrote it. Use the newer Lectern, or another database.`,
      );
    for (const step of schema.slice(version - first + 1))
      await (typeof step === 'string' ? client.query(step) : step(client));
    if (version < last) await client.query(`DELETE FROM schema_version; INSERT INTO schema_version VALUES (${last})`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** Creates the function that the search columns use, unless the database has the current version of it. */
async function makeSearchWords(client: PoolClient): Promise<void> {
  const version = hash(SEARCH_WORDS, 16);
  const { rows } = await client.query(`SELECT obj_description(to_regnamespace('lectern'), 'pg_namespace') AS version`);
  if (rows[0]?.version !== version) await client.query(`${SEARCH_WORDS}; COMMENT ON SCHEMA lectern IS '${version}'`);
}

type Queryable = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>;

function statementsOf(
  queryable: Queryable,
): Omit<Database, 'transaction' | 'transactionUnlessBusy' | 'runExclusively' | 'setBusyTimeout' | 'close'> {
  const send = (query: Sql) => {
    const { text, values } = statementOf(query, 'postgres');
    return queryable.query(text, values);
  };
  const all = async <R extends Row>(query: Sql) => (await send(query)).rows as R[];
  return {
    all,
    get: async <R extends Row>(query: Sql) => (await all<R>(query))[0],
    one: async <R extends Row>(query: Sql) => firstOf((await all<R>(query))[0], query),
    run: async (statement) => ({ changes: (await send(statement)).rowCount ?? 0 }),
    returning: all,
    // Every transaction that writes content updates this row, which changes its `xmin`.
    version: async () =>
      Number((await queryable.query(`SELECT xmin::text AS version FROM meta WHERE key = 'writing'`)).rows[0]?.version),
    async exec(script) {
      await queryable.query(script);
    },
  };
}

function databaseOf(pool: Pool, { name, transactions }: PostgresOptions): Database {
  const isSerial = transactions === 'one';
  const lock = `hashtext('lectern ${name}')`;
  // The notification is sent to all processes on commit.
  const commit = isSerial ? `NOTIFY ${CONTENT_CHANNEL}; COMMIT` : 'COMMIT';
  const begin = isSerial ? 'BEGIN' : 'BEGIN ISOLATION LEVEL SERIALIZABLE';
  // The transactions of this process wait in a queue, so that they do not take the connections that the running one
  // needs.
  const turns = isSerial ? createTurns() : undefined;
  const inTurn = <T>(work: () => Promise<T>) => (turns ? turns.take(work) : work());
  return {
    ...statementsOf(pool),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await inTurn(() =>
            onOneClient(pool, [begin, commit], async (client) => {
              if (isSerial) await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
              return work(transactionOf(client));
            }),
          );
        } catch (error) {
          if (isSerial || attempt === MAX_ATTEMPTS || !isTransactionConflict(error)) throw error;
          await new Promise<void>((resolve) => void setTimeout(resolve, Math.random() * Math.min(attempt, 10) * 10));
        }
      }
    },
    transactionUnlessBusy: (work) =>
      onOneClient(pool, ['BEGIN', commit], async (client) => {
        const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${lock}) AS "isOurs"`);
        if (rows[0]?.isOurs !== 1) return false;
        await work(transactionOf(client));
        return true;
      }),
    async runExclusively(job, run) {
      const client = await pool.connect();
      try {
        // The lock is released when the connection ends, even if this process is killed.
        const lockKey = `hashtext('lectern ${name}'), hashtext($1)`;
        const { rows } = await client.query(`SELECT pg_try_advisory_lock(${lockKey}) AS "isOurs"`, [job]);
        if (rows[0]?.isOurs !== 1) return;
        try {
          await run();
        } finally {
          await client.query(`SELECT pg_advisory_unlock(${lockKey})`, [job]);
        }
      } finally {
        client.release();
      }
    },
    setBusyTimeout: () => {},
    close: () => (pool.ending ? Promise.resolve() : pool.end()),
  };
}

const isTransactionConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && CONFLICT_CODES.includes(error.code);

async function onOneClient<T>(
  pool: Pool,
  [begin, commit]: readonly [string, string],
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query(commit);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

function transactionOf(client: PoolClient): Database {
  const database: Database = {
    ...statementsOf(client),
    transaction: (work) => work(database),
    async transactionUnlessBusy(work) {
      await work(database);
      return true;
    },
    runExclusively: (_name, run) => run(),
    setBusyTimeout: () => {},
    close: () =>
      Promise.reject(new LecternError('STORE_TRANSACTION', 'A transaction cannot be closed: it ends with its work.')),
  };
  return database;
}
