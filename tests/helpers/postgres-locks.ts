import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

/** Opens a separate connection, which the test must close. */
export async function connectTo(postgres: string): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const WAITING = `SELECT query FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY query_start DESC LIMIT 1`;
const LOOK_MS = 10;

/**
 * Returns once a statement waits for a lock, or once `work` ends without waiting.
 * @returns the waiting statement; the last one if several wait
 */
export async function lockWait(client: Client, work: Promise<unknown>): Promise<string | undefined> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  work.then(end, end);
  while (!hasEnded) {
    const { rows } = await client.query<{ query: string }>(WAITING);
    if (rows[0]) return rows[0].query;
    await wait(LOOK_MS);
  }
  return undefined;
}
