import type { Pool, PoolClient, PoolConfig } from 'pg';
import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';
import { createTurns } from '../turns.ts';
import { COMPATIBILITY } from './compatibility.ts';
import { type Translated, translate } from './dialect.ts';
import { CONTENT_CHANNEL } from './listen.ts';
import { parserOf } from './parsers.ts';
import type { PostgresStep } from './repair-timestamps.ts';

export interface PostgresOptions {
  readonly address: string;
  /** Holds the tables. */
  readonly name: 'catalogue' | 'visitors';
  readonly schema: readonly PostgresStep[];
  /** The version that the first step is. */
  readonly first: number;
  /**
   * `one`: transactions come one after another, over all processes. `serializable`: as if they did, where one that met another
   * is done anew, so that its work must be repeatable.
   */
  readonly transactions: 'one' | 'serializable';
  /** Whether a commit may be lost in a power cut. */
  readonly mayBeLost?: boolean;
}

const CONNECTIONS = 10;

/** Attempts of a transaction that meets others. */
const MOST_ATTEMPTS = 40;

/** Serialisation failure, and deadlock. */
const MET = ['40001', '40P01'];

/** Opens the schema, making it where it is missing, and brings it up to date. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  // Loaded here alone: without a store in PostgreSQL nothing of it is.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool(poolOf(options, pg.types.getTypeParser));
  // A connection that breaks while nobody uses it is dropped; the next statement opens another.
  pool.on('error', () => {});
  try {
    await migrate(pool, options);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return databaseOf(pool, options);
}

/** To compile a statement takes longer than ours do, and today's disks read anywhere as fast as in a row. */
const PLANNING = '-c jit=off -c random_page_cost=1.1 -c work_mem=32MB';

function poolOf({ address, name, mayBeLost = false }: PostgresOptions, others: (oid: number) => unknown): PoolConfig {
  return {
    connectionString: address,
    max: CONNECTIONS,
    options: `${PLANNING} -c search_path=${name},lectern${mayBeLost ? ' -c synchronous_commit=off' : ''}`,
    types: { getTypeParser: parserOf(others) as never },
  };
}

/** @throws LecternError STORE_NEWER when a newer Lectern wrote the database */
async function migrate(pool: Pool, { name, schema, first }: PostgresOptions): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Another process may run the steps at this moment.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('lectern schema'))`);
    await makeCompatible(client);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}; SET LOCAL search_path = ${name}, lectern;
      CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)`);
    const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
    const last = first + schema.length - 1;
    const version = rows[0]?.version ?? first - 1;
    if (version > last)
      throw new LecternError(
        'STORE_NEWER',
        `The database's ${name} is of version ${version}, and this Lectern knows ${last}: a newer one wrote it. Run that one, or use another database.`,
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

/** Makes the functions of this code where the database has others, or none. */
async function makeCompatible(client: PoolClient): Promise<void> {
  const version = hash(COMPATIBILITY, 16);
  const { rows } = await client.query(`SELECT obj_description(to_regnamespace('lectern'), 'pg_namespace') AS version`);
  if (rows[0]?.version !== version) await client.query(`${COMPATIBILITY}; COMMENT ON SCHEMA lectern IS '${version}'`);
}

type Asking = Pick<Pool, 'query'> | Pick<PoolClient, 'query'>;

const known = new Map<string, Translated>();

function translated(sql: string): Translated {
  const found = known.get(sql) ?? translate(sql);
  known.set(sql, found);
  return found;
}

function statementsOf(
  asking: Asking,
): Omit<Database, 'transaction' | 'transactionUnlessBusy' | 'alone' | 'setPatience' | 'close'> {
  const ask = (sql: string, given: Parameters<Translated['values']>[0]) => {
    const { text, values } = translated(sql);
    return asking.query(text, values(given));
  };
  return {
    all: async <R extends Row>(sql: string, ...values: never[]) => (await ask(sql, values)).rows as R[],
    get: async <R extends Row>(sql: string, ...values: never[]) => (await ask(sql, values)).rows[0] as R | undefined,
    async one<R extends Row>(sql: string, ...values: never[]) {
      const [row] = (await ask(sql, values)).rows;
      if (!row) throw new LecternError('STORE_EMPTY', `No row for: ${sql}`);
      return row as R;
    },
    async run(sql, ...values) {
      const { rowCount, rows } = await ask(sql, values);
      return { changes: rowCount ?? 0, id: translated(sql).givesId ? Number(rows[0]?.id ?? 0) : 0 };
    },
    // Every writer changes this row.
    version: async () =>
      Number((await asking.query(`SELECT xmin::text AS version FROM meta WHERE key = 'writing'`)).rows[0]?.version),
    async exec(script) {
      await asking.query(script);
    },
  };
}

function databaseOf(pool: Pool, { name, transactions }: PostgresOptions): Database {
  const isOne = transactions === 'one';
  const lock = `hashtext('lectern ${name}')`;
  // Told to all processes when it is committed.
  const commit = isOne ? `NOTIFY ${CONTENT_CHANNEL}; COMMIT` : 'COMMIT';
  const begin = isOne ? 'BEGIN' : 'BEGIN ISOLATION LEVEL SERIALIZABLE';
  // Those of this process that wait for the lock take no connection from who has it.
  const turns = isOne ? createTurns() : undefined;
  const inTurn = <T>(work: () => Promise<T>) => (turns ? turns.take(work) : work());
  return {
    ...statementsOf(pool),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await inTurn(() =>
            onOneClient(pool, [begin, commit], async (client) => {
              if (isOne) await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
              return work(transactionOf(client));
            }),
          );
        } catch (error) {
          if (isOne || attempt === MOST_ATTEMPTS || !hasMet(error)) throw error;
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
    async alone(work, run) {
      const client = await pool.connect();
      try {
        // The lock goes with the connection, also where this process is killed.
        const mine = `hashtext('lectern ${name}'), hashtext($1)`;
        const { rows } = await client.query(`SELECT pg_try_advisory_lock(${mine}) AS "isOurs"`, [work]);
        if (rows[0]?.isOurs !== 1) return;
        try {
          await run();
        } finally {
          await client.query(`SELECT pg_advisory_unlock(${mine})`, [work]);
        }
      } finally {
        client.release();
      }
    },
    setPatience: () => {},
    close: () => (pool.ending ? Promise.resolve() : pool.end()),
  };
}

const hasMet = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && MET.includes(error.code);

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
    alone: (_name, run) => run(),
    setPatience: () => {},
    close: () => Promise.reject(new LecternError('STORE_TRANSACTION', 'A transaction ends with its work.')),
  };
  return database;
}
