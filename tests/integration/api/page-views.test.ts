import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, createApi, openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { silentLog } from '#src/lib/log.ts';

interface ForwardedView {
  readonly query: URLSearchParams;
  readonly body: { client_id: string; events: { name: string; params: Record<string, string> }[] };
}

const forwarded: ForwardedView[] = [];
let status = 204;
let now: Date;
const provider = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    forwarded.push({ query: new URL(request.url ?? '', 'http://provider').searchParams, body: JSON.parse(text) });
    response.writeHead(status).end();
  });
});

let folder: string;
let store: Store;
let api: Api;
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(tmpdir(), 'lectern-views-'));
  store = await openStore(folder);
  const { port } = provider.address() as AddressInfo;
  api = createApi({
    store,
    prefixes: [{ prefix: '/tibok_api', brand: 'tibok', measurementIds: ['G-ONE', 'G-TWO'] }],
    media: store.media,
    log: silentLog,
    checkResponses: true,
    measurement: { endpoint: `http://127.0.0.1:${port}/collect`, secrets: new Map([['G-ONE', 'quiet']]) },
    now: () => now,
  });
  address = await api.listen(0);
});

afterAll(async () => {
  await api.close();
  await store.close();
  provider.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  forwarded.length = 0;
  status = 204;
  now = new Date('2026-03-01T10:00:00Z');
});

async function view(params: Record<string, unknown>) {
  const response = await fetch(`${address}/tibok_api/v1/visit.page_view`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  });
  return { status: response.status, body: await response.json() };
}

const views = async () =>
  (await store.visitors.all(sql`SELECT day, brand, path, views FROM page_views ORDER BY path`)).map((row) => ({
    ...row,
  }));

describe('a page view', () => {
  it('is counted by day, brand and path, and forwarded with the API secret of its measurement id', async () => {
    const params = { measurement_id: 'G-ONE', path: '/tags', title: 'Tags', referrer: 'https://search.example' };
    await view(params);
    expect(await view(params)).toEqual({ status: 200, body: { success: 1, data: { counted: true }, errors: [] } });
    expect(await views()).toEqual([{ day: '2026-03-01', brand: 'tibok', path: '/tags', views: 2 }]);
    await expect.poll(() => forwarded.length).toBe(2);
    const [first, second] = forwarded;
    expect(Object.fromEntries(first?.query ?? [])).toEqual({ measurement_id: 'G-ONE', api_secret: 'quiet' });
    expect(first?.body.events).toEqual([
      {
        name: 'page_view',
        params: {
          page_location: '/tags',
          page_title: 'Tags',
          page_referrer: 'https://search.example',
          language: 'en-us',
        },
      },
    ]);
    expect(first?.body.client_id).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.body.client_id).toBe(first?.body.client_id);
  });

  it('is counted but not forwarded if its measurement id has no secret', async () => {
    expect(await view({ measurement_id: 'G-TWO', path: '/alone' })).toMatchObject({
      body: { data: { counted: true } },
    });
    expect(await views()).toContainEqual({ day: '2026-03-01', brand: 'tibok', path: '/alone', views: 1 });
    await view({ measurement_id: 'G-ONE', path: '/told' });
    await expect.poll(() => forwarded.length).toBe(1);
    expect(forwarded[0]?.body.events[0]?.params['page_location']).toBe('/told');
  });

  it('is not counted for an unknown measurement id', async () => {
    expect(await view({ measurement_id: 'G-OTHER', path: '/x' })).toMatchObject({ body: { data: { counted: false } } });
    expect((await views()).map(({ path }) => path)).not.toContain('/x');
  });

  it('is counted even if the provider fails', async () => {
    status = 500;
    expect(await view({ measurement_id: 'G-ONE', path: '/failed' })).toMatchObject({ status: 200 });
    expect((await views()).map(({ path }) => path)).toContain('/failed');
    await expect.poll(() => forwarded.length).toBe(1);
  });

  it("is forwarded even if the day's limit of counted paths is reached", async () => {
    now = new Date('2026-03-02T10:00:00Z');
    await store.visitors.run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      INSERT INTO page_views (day, brand, path, views) SELECT '2026-03-02', 'tibok', '/' || i, 1 FROM n`);
    expect(await view({ measurement_id: 'G-ONE', path: '/more' })).toMatchObject({
      status: 200,
      body: { success: 1, data: { counted: false } },
    });
    expect(await view({ measurement_id: 'G-ONE', path: '/7' })).toMatchObject({ body: { data: { counted: true } } });
    await expect.poll(() => forwarded.map(({ body }) => body.events[0]?.params['page_location'])).toContain('/more');
    expect(
      (await store.visitors.one(sql`SELECT count(*) AS paths FROM page_views WHERE path = '/more'`))['paths'],
    ).toBe(0);
    await store.visitors.run(sql`DELETE FROM page_views WHERE day = '2026-03-02'`);
  });

  it.each([
    {},
    { measurement_id: 'G-ONE' },
    { measurement_id: 'G-ONE', path: 'tags' },
    { measurement_id: 'G-ONE', path: '/search?q=private' },
    { measurement_id: 'G ONE', path: '/' },
    { measurement_id: 'G-ONE', path: `/${'x'.repeat(1000)}` },
  ])('is rejected with the parameters %j', async (params) => {
    expect(await view(params)).toMatchObject({ status: 400, body: { success: 0, data: { counted: false } } });
  });

  it('is accepted at most 600 times a minute per IP address', async () => {
    const answers = [];
    for (let number = 0; number < 600; number += 1) answers.push(await view({ measurement_id: 'G-TWO', path: '/' }));
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { errors: [{ code: 'RATE_LIMITED' }] } });
  });
});
