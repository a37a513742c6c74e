import type { FastifyInstance, FastifyReply } from 'fastify';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Store } from '../store/index.ts';

/** A look-up in each database, which fails where its file is damaged, lost or locked. */
const LOOK_UPS = {
  catalogue: 'SELECT id FROM books LIMIT 1',
  visitors: 'SELECT id FROM users LIMIT 1',
} as const;

/**
 * Addresses for those who keep the API running, outside of the contract's paths: `/healthz` says that the process answers,
 * `/readyz` that it can read its databases.
 */
export function addHealth(app: FastifyInstance, store: Store, log: Log): void {
  app.get('/healthz', (_request, reply) => sendHealth(reply, []));
  app.get('/readyz', (_request, reply) => sendHealth(reply, unreadable(store, log)));
}

function unreadable(store: Store, log: Log): string[] {
  return Object.entries(LOOK_UPS).flatMap(([name, sql]) => {
    try {
      store[name as keyof typeof LOOK_UPS].get(sql);
      return [];
    } catch (error) {
      log.error(`the database ${name} cannot be read: ${messageOf(error)}`);
      return [name];
    }
  });
}

function sendHealth(reply: FastifyReply, databases: readonly string[]): FastifyReply {
  const isReady = databases.length === 0;
  return reply
    .code(isReady ? 200 : 503)
    .headers({ 'cache-control': 'no-store' })
    .send(isReady ? { status: 'ok' } : { status: 'not ready', unreadable: databases });
}
