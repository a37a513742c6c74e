import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { statisticsConfig } from '#src/commands/api/statistics-config.ts';
import { book, chapter, NOW, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { signUp } from '../../../integration/api/visitor.ts';
import { rowsOf } from '../statistics/statistics-store.ts';

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' };
const statistics = statisticsConfig({ statistics: true, hosts: ['ash.example'], locales: ['en', 'es'] } as never);
const OPTIONS = { brand: 'local', measurementIds: ['own-1'] };

let api: OpenApi;
const fill: Parameters<typeof openApi>[0] = async (writer) => {
  const chapters = [chapter('One'), chapter('Two', { price: 5 })];
  await writer.putBook(book('a', { title: 'Alpha', chapters }));
};

beforeAll(async () => {
  api = await openApi(fill, {
    statisticsInterval: 50,
    prefixes: [
      { prefix: '/public', ...OPTIONS, statistics },
      { prefix: '/marker_api', ...OPTIONS, brand: 'marker', statistics },
      { prefix: '/off_api', ...OPTIONS, brand: 'off' },
    ],
  });
});
afterAll(() => api.close());

const tables = ['sites', 'books', 'chapters', 'origins', 'words', 'devices', 'searchers', 'salts', 'batches'];
afterEach(async () => {
  for (const table of tables) await api.store.counts.exec(`DELETE FROM statistics_${table}`);
});

/** Returns rows after all events so far have been stored: events are stored in their order. */
async function stored(table: string, columns: string) {
  await api.post('/marker_api/v1/visit.page_view', { measurement_id: 'own-1', path: '/' }, BROWSER);
  const marker = sql`SELECT 1 FROM statistics_sites WHERE brand = 'marker'`;
  await vi.waitFor(async () => expect(await api.store.counts.get(marker)).toBeDefined(), 9000);
  for (const name of ['sites', 'origins'])
    await api.store.counts.exec(`DELETE FROM statistics_${name} WHERE brand = 'marker'`);
  return rowsOf(api.store.counts, `statistics_${table}`, columns);
}
const view = (more: object, headers: object = BROWSER) =>
  api.post('visit.page_view', { measurement_id: 'own-1', path: '/', ...more }, { ...headers });

describe('the statistics of a brand', () => {
  it('count page views, the chapters that they report as read, and where visitors come from', async () => {
    await view({ path: '/novel/1/fantasy/alpha', referrer: 'https://search.example' });
    await view({ path: '/book-reader/1/1', referrer: 'https://ash.example' });
    await view({ path: '/book-reader/1/2', reads: ['/book-reader/1/1', '/book-reader/1/1', '/novel/1/fantasy/alpha'] });
    await view({ path: '/es/tags', referrer: 'javascript:alert(1)' });
    await view({ path: '/no/such/page/at/all' });
    await view({ path: '/tags', measurement_id: 'other' });
    expect(await stored('chapters', 'chapter_id, views, reads')).toEqual([
      [1, 1, 1],
      [2, 1, 0],
    ]);
    expect(await stored('books', 'views, reads')).toEqual([[3, 1]]);
    expect(await stored('sites', 'brand, section, views')).toEqual([
      ['local', 7, 3],
      ['local', 9, 1],
    ]);
    expect(await stored('origins', 'section, book_id, origin, views')).toEqual([
      [7, 1, '', 1],
      [7, 1, 'https://search.example', 1],
      [9, 0, '', 1],
    ]);
  });

  it('count registrations, paid unlocks and books added to the shelf, each once', async () => {
    const visitor = await signUp(api, BROWSER);
    const post = (call: string, body: object) =>
      api.post(call, body, { ...BROWSER, authorization: `Bearer ${visitor.token}` });
    await api.store.visitors.run(sql`UPDATE users SET coins = 50 WHERE id = ${visitor.id}`);
    const unlock = (chapter_id: number, key: string) =>
      post('chapter.unlock', { book_id: 1, chapter_id, by: 'coins', key });
    for (const key of ['wish-00001', 'wish-00002']) expect((await unlock(2, key)).status).toBe(200);
    expect((await unlock(1, 'wish-00003')).status).toBe(200);
    const item = (at: number, isOnShelf = true) => ({
      kind: 'shelf',
      id: '1',
      at: NOW.getTime() + at,
      value: isOnShelf
        ? {
            book: { id: 1, title: 'Alpha', category: { name: 'Fantasy', sub_name: null } },
            cover: null,
            added_at: NOW.toISOString(),
          }
        : null,
    });
    for (const change of [item(0), item(0), item(1), item(2, false), item(3)])
      expect((await post('library.sync', { items: [change] })).status).toBe(200);
    expect(await stored('sites', 'sign_ups, unlocks, shelved')).toEqual([[1, 1, 2]]);
    expect(await stored('books', 'book_id, unlocks, shelved')).toEqual([[1, 1, 2]]);
  });

  it('count searches that visitors typed, and the words without results', async () => {
    const search = (keyword: string) =>
      api.post('search.typed', { keyword }, { ...BROWSER, 'device-uuid': 'device-0001' });
    for (const word of ['alpha', 'zebra crossing']) expect((await search(word)).status).toBe(200);
    expect(await stored('sites', 'searches, unanswered')).toEqual([[2, 1]]);
    expect(await stored('words', 'word, times')).toEqual([['zebra crossing', 1]]);
  });

  it('are not affected by a rejected call', async () => {
    expect((await view({ reads: ['no path'] })).status).toBe(400);
    expect((await view({ reads: Array.from({ length: 21 }, () => '/book-reader/1/1') })).status).toBe(400);
    expect(
      (await api.post('chapter.unlock', { book_id: 1, chapter_id: 2, by: 'coins', key: 'wish-00004' }, BROWSER)).status,
    ).toBe(401);
    await view({});
    expect(await stored('sites', 'views, reads, unlocks')).toEqual([[1, 0, 0]]);
  });
});

describe('a brand without statistics', () => {
  it('counts nothing', async () => {
    await api.post('/off_api/v1/visit.page_view', { measurement_id: 'own-1', path: '/book-reader/1/1' }, BROWSER);
    await view({});
    expect(await stored('sites', 'brand, views')).toEqual([['local', 1]]);
  });

  it('has no table read or written, no timer and no bot list, if no brand has statistics', async () => {
    const off = await openApi(fill, { prefixes: [{ prefix: '/public', ...OPTIONS }] });
    const statements: string[] = [];
    for (const name of ['counts', 'visitors'] as const)
      for (const method of ['all', 'get', 'one', 'run', 'transaction'] as const) {
        const original = off.store[name][method];
        (off.store[name] as unknown as Record<string, unknown>)[method] = (...values: unknown[]) => {
          statements.push(JSON.stringify(values));
          return (original as (...all: unknown[]) => unknown)(...values);
        };
      }
    await off.post('visit.page_view', { measurement_id: 'own-1', path: '/book-reader/1/1' }, BROWSER);
    await off.post('search.typed', { keyword: 'zebra' }, { ...BROWSER, 'device-uuid': 'device-0001' });
    await off.close();
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((text) => text.includes('statistics_'))).toEqual([]);
  });

  it('has no statistics configuration', () => {
    expect(statisticsConfig({ hosts: [], locales: ['en'] } as never)).toBeUndefined();
    expect(statisticsConfig({ statistics: false, hosts: [], locales: ['en'] } as never)).toBeUndefined();
  });
});
