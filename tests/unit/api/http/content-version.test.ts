import { fastify } from 'fastify';
import { expect, it, vi } from 'vitest';
import { addContentVersion } from '#src/api/http/content-version.ts';
import type { Store } from '#src/api/store/index.ts';
import { CONTENT_VERSION_PATH } from '#src/contract/content-version.ts';
import { silentLog } from '#src/lib/log.ts';

/**
 * Creates a server. Its store adds each query to `calls` and calls `isDue` to find content that is due to be published.
 */
function server(isDue: () => Promise<undefined>, calls: string[] = []) {
  const app = fastify();
  const catalogue = {
    get() {
      calls.push('due');
      return isDue();
    },
  };
  const version = {
    async get() {
      calls.push('version');
      return 'v1';
    },
    async close() {},
  };
  const store = { catalogue } as unknown as Store;
  addContentVersion(app, { store, version, log: silentLog, now: () => new Date(0) });
  return app;
}

it('the content version is sent only after all books due for publication have been published', async () => {
  const due = Promise.withResolvers<undefined>();
  const calls: string[] = [];
  const answer = server(() => due.promise, calls).inject(CONTENT_VERSION_PATH);
  await vi.waitFor(() => expect(calls).toContain('due'), { timeout: 30_000 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toEqual(['due']);
  due.resolve(undefined);
  const { statusCode, headers, body } = await answer;
  expect(calls).toEqual(['due', 'version']);
  expect([statusCode, headers['cache-control'], JSON.parse(body)]).toEqual([200, 'no-store', { version: 'v1' }]);
});

it('the response for the content version is an error response with status 500 if the store fails', async () => {
  const { statusCode, body } = await server(() => Promise.reject(new Error('the disk is full'))).inject(
    CONTENT_VERSION_PATH,
  );
  expect([statusCode, JSON.parse(body).errors[0].code]).toEqual([500, 'INTERNAL']);
});
