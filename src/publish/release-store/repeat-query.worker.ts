import { parentPort } from 'node:worker_threads';
import type { Pool } from 'pg';
import type { RepeatRequest } from './repeat-query.ts';

const port = parentPort;
if (!port) throw new Error('This file is the body of a worker thread: repeatQuery starts it.');

const { default: pg } = await import('pg');

const CONNECT_MS = 5000;

const pools = new Map<string, Pool>();
const timers = new Map<number, NodeJS.Timeout>();

function poolOf(postgres: string): Pool {
  const pool =
    pools.get(postgres) ??
    new pg.Pool({
      connectionString: postgres,
      max: 1,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'lectern signs of life',
    });
  // If an idle connection is lost, the next query opens a new one.
  if (!pools.has(postgres)) pool.on('error', () => {});
  pools.set(postgres, pool);
  return pool;
}

port.on('message', ({ id, query }: RepeatRequest) => {
  clearInterval(timers.get(id));
  timers.delete(id);
  if (!query) return;
  const { postgres, sql, values, everyMs } = query;
  const pool = poolOf(postgres);
  let isAsking = false;
  const run = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const { rowCount } = await pool.query(sql, [...values]);
      if (rowCount === 0 && timers.has(id)) port.postMessage(id);
    } catch {
      // A failed query is retried at the next interval.
    } finally {
      isAsking = false;
    }
  };
  timers.set(id, setInterval(run, everyMs));
});
