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
  app.get('/readyz', async (_request, reply) => sendHealth(reply, await unreadable(store, log)));
}

async function unreadable(store: Store, log: Log): Promise<string[]> {
  const names = await Array.fromAsync(Object.entries(LOOK_UPS), async ([name, sql]) => {
    try {
      await store[name as keyof typeof LOOK_UPS].get(sql);
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
