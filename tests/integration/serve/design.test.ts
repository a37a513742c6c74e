import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { ERROR_PAGES, html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let server: RunningServer;

beforeEach(async () => {
  server = await startServer([testBrand('ash'), testBrand('local', { hosts: ['localhost'] })]);
  for (const id of ['ash', 'local']) await publish(server.state, id, { pages: {} });
});
afterEach(() => server.close());

describe('the page /design', () => {
  it.each(['ash.localhost', 'ash.localhost:4321', 'localhost', '127.0.0.1:80', '192.168.1.20', '[::1]:4321'])(
    'is shown to developers at the host %s',
    async (host) => {
      const { status, text } = await ask(server.port, host, '/design');
      expect([status, text]).toEqual([200, html('page of /design')]);
    },
  );

  it('is not sent from the cache to other hosts of the brand', async () => {
    const headers = { 'lectern-cache': 'max-age=60, stale-while-revalidate=60' };
    const site = { render: async () => new Response(html('design'), { headers }) };
    const other = await startServer([testBrand('ash')], { site });
    await publish(other.state, 'ash', { pages: {} });
    const shown = await ask(other.port, 'ash.localhost', '/design');
    expect(shown.status).toBe(200);
    expect(shown.headers).not.toHaveProperty('x-accel-expires');
    expect((await ask(other.port, 'ash.test', '/design')).status).toBe(404);
    await other.close();
  });

  it.each(['ash.test', 'ash.test:4321'])('returns 404 at the host %s', async (host) => {
    const { status, text } = await ask(server.port, host, '/design');
    expect([status, text]).toEqual([404, ERROR_PAGES['/404']]);
  });
});
