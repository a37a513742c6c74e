import type { Client } from 'pg';
import { shownPostgres } from '#src/lib/config-postgres.ts';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { parserOf } from './parsers.ts';

const CONNECT_WITHIN_MS = 10_000;

/**
 * One connection of its own.
 * @throws LecternError STORE_UNREACHABLE
 */
export async function connectPostgres(address: string): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    types: { getTypeParser: parserOf(pg.types.getTypeParser) as never },
  });
  // What breaks the connection is told to who waits for an answer.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw new LecternError(
      'STORE_UNREACHABLE',
      `PostgreSQL does not take a connection to ${shownPostgres(address)}: ${reasonOf(error)}. See that it runs, and that user, password and database are right.`,
      { cause: error },
    );
  }
}

/** Node gives several errors where a name has several addresses, and no message then. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error);
