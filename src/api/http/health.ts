import type { FastifyInstance, FastifyReply } from 'fastify';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Store } from '../store/index.ts';
import { sql } from '../store/sql.ts';

/** A query per database, which fails if the database is damaged, missing or locked. */
const PROBES = {
  catalogue: sql`SELECT id FROM books LIMIT 1`,
  visitors: sql`SELECT id FROM users LIMIT 1`,
} as const;

/**
 * Adds the health endpoints, which are not part of the contract. `/healthz` reports that the process responds, and
 * `/readyz` that it can read its databases.
 */
export function addHealth(app: FastifyInstance, store: Store, log: Log): void {
  app.get('/healthz', (_request, reply) => sendHealth(reply, []));
  app.get('/readyz', async (_request, reply) => sendHealth(reply, await unreadable(store, log)));
}

async function unreadable(store: Store, log: Log): Promise<string[]> {
  const names = await Array.fromAsync(Object.entries(PROBES), async ([name, query]) => {
    try {
      await store[name as keyof typeof PROBES].get(query);
      return [];
    } catch (error) {
      log.error(`the database ${name} cannot be read: ${messageOf(error)}`);
      return [name];
    }
  });
  return names.flat();
}

function sendHealth(reply: FastifyReply, databases: readonly string[]): FastifyReply {
  const isReady = databases.length === 0;
  return reply
    .code(isReady ? 200 : 503)
    .headers({ 'cache-control': 'no-store' })
    .send(isReady ? { status: 'ok' } : { status: 'not ready', unreadable: databases });
}
