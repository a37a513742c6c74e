import type { Client } from 'pg';
import { shownPostgres } from '#src/config/postgres.ts';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { parserOf } from './parsers.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a single connection.
 * @throws LecternError STORE_UNREACHABLE
 */
export async function connectPostgres(address: string): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: parserOf(pg.types.getTypeParser) as never },
  });
  // This event needs no handling: a broken connection also rejects the pending queries.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw new LecternError(
      'STORE_UNREACHABLE',
      `PostgreSQL does not accept a connection to ${shownPostgres(address)}: ${reasonOf(error)}. Check that it runs, and that user, password and database are correct.`,
      { cause: error },
    );
  }
}

/**
 * Returns the reason for a failed connection. For a host with several addresses, Node throws an AggregateError without
 * a message.
 */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error);
