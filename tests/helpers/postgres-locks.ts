import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

/** Opens a separate connection to the database. The test must close it. */
export async function connectTo(postgres: string): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const WAITING = `SELECT query FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' ORDER BY query_start DESC LIMIT 1`;
const POLL_MS = 10;

/**
 * Waits until a statement waits for a lock, or until `work` ends without waiting.
 * @returns the statement that waits (the last one, if there are several); undefined if `work` has ended
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
    await wait(POLL_MS);
  }
  return undefined;
}
