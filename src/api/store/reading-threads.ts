import { availableParallelism } from 'node:os';
import type { SQLInputValue } from 'node:sqlite';
import { Piscina } from 'piscina';
import { LecternError } from '#src/lib/errors.ts';
import type { Database, Row } from './database.ts';
import type { Reading, ReadingResult } from './reading.worker.ts';

const MOST_THREADS = 4;

/**
 * The same database, whose reads are done in threads that begin with the first one: SQLite holds the thread that asks for as
 * long as a search takes, and meanwhile nobody else would be answered.
 * @param file the database's own
 */
export function readInThreads(database: Database, file: string): Database {
  let threads: Piscina | undefined;
  const ask = async <R extends Row>(sql: string, values: readonly SQLInputValue[]): Promise<R[]> => {
    threads ??= startThreads(file);
    const result: ReadingResult = await threads.run({ sql, values } satisfies Reading);
    if ('error' in result) throw Object.assign(new Error(result.error.message), result.error);
    return result.rows as R[];
  };
  return {
    ...database,
    all: (sql, ...values) => ask(sql, values),
    get: async <R extends Row>(sql: string, ...values: SQLInputValue[]) => (await ask<R>(sql, values))[0],
    async one<R extends Row>(sql: string, ...values: SQLInputValue[]) {
      const [row] = await ask<R>(sql, values);
      if (!row) throw new LecternError('STORE_EMPTY', `No row for: ${sql}`);
      return row;
    },
    async close() {
      await threads?.destroy();
    },
  };
}

const startThreads = (file: string) =>
  new Piscina({
    filename: new URL('./reading.worker.ts', import.meta.url).href,
    name: 'read',
    minThreads: 1,
    maxThreads: Math.min(MOST_THREADS, availableParallelism()),
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: file,
  });
