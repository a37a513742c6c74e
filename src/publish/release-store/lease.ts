import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { repeatQuery } from './repeat-query.ts';

/**
 * The right to publish a brand. Only one process on all machines has it at a time. Each lease has a higher number than
 * the one before, so a process that has lost its lease without noticing is rejected because its number is too low.
 */
export interface Lease {
  readonly number: number;
  /** Aborts when the lease is lost, with the error as its reason. */
  readonly signal: AbortSignal;
  /**
   * Runs the work while no other process can acquire the lease.
   * @throws LeaseError if the lease was lost; the work does not run then
   */
  whileHeld<T>(work: () => Promise<T>): Promise<T>;
  release(): Promise<void>;
}

/** Thrown if another process holds the lease, or this one has lost it. */
export class LeaseError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('LEASE', message, options);
  }
}

/** Duration of a lease, in seconds: how long a killed or paused process prevents others from publishing. */
const LEASE_SECONDS = 30;
/** Maximum duration of `whileHeld`, in ms. Its work writes one object. */
const MAX_HOLD_MS = 60_000;

interface LeaseOptions {
  /** URL of the database, as in `LECTERN_POSTGRES`. */
  readonly postgres: string;
  readonly name: string;
  readonly seconds?: number;
}

/**
 * Acquires the lease with this name.
 * @throws LeaseError if another process holds it
 */
export async function acquireLease(options: LeaseOptions): Promise<Lease> {
  const { postgres, name, seconds = LEASE_SECONDS } = options;
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  const number = await withClient(postgres, async (client) => {
    await createTable(client);
    const { rows } = await client.query<{ number: string }>(ACQUIRE, [name, holder, seconds]);
    if (rows[0]) return Number(rows[0].number);
    const held = await client.query<{ holder: string }>('SELECT holder FROM lectern_leases WHERE name = $1', [name]);
    const by = held.rows[0]?.holder.split(' ').slice(0, 2).join(', process ');
    throw new LeaseError(`Another process publishes ${name} (${by}). Wait until it has finished.`);
  });
  const lost = new AbortController();
  const loseIt = () => lost.abort(lostError(name));
  const endRenewing = repeatQuery({
    postgres,
    sql: RENEW,
    values: [name, number, seconds],
    everyMs: (seconds * 1000) / 3,
    onNone: loseIt,
  });
  return {
    number,
    signal: lost.signal,
    async whileHeld(work) {
      lost.signal.throwIfAborted();
      return withClient(postgres, async (client) => {
        await client.query('BEGIN');
        await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${MAX_HOLD_MS}`);
        const { rowCount } = await client.query(HOLD, [name, number]);
        if (rowCount === 0) loseIt();
        lost.signal.throwIfAborted();
        const result = await work();
        // The transaction changed nothing, so the result of the work is valid even if the commit fails.
        await client.query('COMMIT').catch(() => {});
        return result;
      });
    },
    async release() {
      endRenewing();
      // Errors are ignored: if the database is unavailable, the lease expires on its own.
      await withClient(postgres, (client) => client.query(RELEASE, [name, number])).catch(() => {});
    },
  };
}

const lostError = (name: string) =>
  new LeaseError(
    `This process has lost the right to publish ${name}: it did not respond for too long, and another process has it now. Nothing was published.`,
  );

/** The lock prevents a conflict between two processes that create the table at the same time. */
const createTable = (client: Client) =>
  client.query(`BEGIN; SELECT pg_advisory_xact_lock(7032201);
CREATE TABLE IF NOT EXISTS lectern_leases (
  name text PRIMARY KEY, number bigint NOT NULL, holder text NOT NULL, expires timestamptz NOT NULL
); COMMIT`);

const ACQUIRE = `INSERT INTO lectern_leases AS l VALUES ($1, 1, $2, now() + $3 * interval '1 second')
ON CONFLICT (name) DO UPDATE SET number = l.number + 1, holder = excluded.holder, expires = excluded.expires
WHERE l.expires <= now() RETURNING number`;
const RENEW = `UPDATE lectern_leases SET expires = now() + $3 * interval '1 second'
WHERE name = $1 AND number = $2 AND expires > '-infinity'`;
// Query that locks the lease's row. It compares the number, not the time: as long as no other process has acquired the
// lease, none can have published.
const HOLD = 'SELECT 1 FROM lectern_leases WHERE name = $1 AND number = $2 FOR UPDATE';
// Query that ends the lease. A renewal that is still in progress then matches no row.
const RELEASE = `UPDATE lectern_leases SET expires = '-infinity' WHERE name = $1 AND number = $2`;

/** Maximum number of attempts to connect. A database that restarts is unavailable for a few seconds. */
const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 250;

async function withClient<T>(postgres: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(postgres);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function connect(postgres: string): Promise<Client> {
  const { default: pg } = await import('pg');
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({
      connectionString: postgres,
      connectionTimeoutMillis: 5000,
      application_name: 'lectern',
    });
    // Ignore errors between queries: if the connection breaks, the next query reports it.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (cause) {
      await client.end().catch(() => {});
      if (tries === MAX_TRIES)
        throw new LeaseError(`PostgreSQL (LECTERN_POSTGRES) does not respond: ${messageOf(cause)}`, { cause });
      await wait(FIRST_PAUSE_MS * tries);
    }
  }
}
