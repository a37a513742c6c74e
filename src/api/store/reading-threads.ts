import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type Database, firstOf, type Row } from './database.ts';
import type { Reading, ReadingResult } from './reading.worker.ts';
import { type Sql, statementOf } from './sql.ts';

const MAX_THREADS = 4;

/**
 * Returns a database that reads in threads, so that a search does not block the calling thread and delay all other
 * calls. The threads start with the first read.
 * @param file path of the database
 */
export function readInThreads(database: Database, file: string): Database {
  let threads: Piscina | undefined;
  const all = async <R extends Row>(query: Sql): Promise<R[]> => {
    threads ??= startThreads(file);
    const result: ReadingResult = await threads.run(statementOf(query, 'sqlite') satisfies Reading);
    if ('error' in result) throw Object.assign(new Error(result.error.message), result.error);
    return result.rows as R[];
  };
  return {
    ...database,
    all,
    get: async <R extends Row>(query: Sql) => (await all<R>(query))[0],
    one: async <R extends Row>(query: Sql) => firstOf((await all<R>(query))[0], query),
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
    maxThreads: Math.min(MAX_THREADS, availableParallelism()),
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: file,
  });
