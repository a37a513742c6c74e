import { resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { redirectsFromCsv } from '#src/admin/server/redirects/csv.ts';
import { pagesOf } from '#src/admin/server/redirects/site-pages.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
beforeEach(async () => {
  const brand = brandById(await loadBrands(resolve('brands')), 'fingeread');
  test = await startAdmin(undefined, { brands: async () => [brand] });
  return () => test.close();
});

const ask = (method: string, path: string, body?: unknown, as: 'editor' | 'operator' = 'operator') =>
  test.ask(method, `/api/redirects/${path}`, { as, body });
const list = async (query = '') => (await ask('GET', `fingeread${query}`)).body;

describe('the redirects of a brand in the admin API', () => {
  it('are checked, added, searched and deleted, and noted in the audit log', async () => {
    const csv = 'From,To\n"/Old/One/",/novel/1\n/old/two;https://www.fingeread.example/genres\n/x,/nowhere/at/all\n';
    const { body } = await ask('POST', 'fingeread', { csv, check: true });
    expect(body.data).toMatchObject({ added: 2, existing: 0, refused: [{ row: 3, from: '/x' }] });
    expect(await list()).toEqual({ data: [], total: 0 });

    expect((await ask('POST', 'fingeread', { csv, check: false })).body.data.added).toBe(2);
    expect((await list()).data).toEqual([
      { from: '/old/one', to: '/novel/1' },
      { from: '/old/two', to: '/genres' },
    ]);
    expect(await list(`?perPage=1&filter=${encodeURIComponent('{"q":"GENRES"}')}`)).toMatchObject({
      data: [{ from: '/old/two' }],
      total: 1,
    });
    expect((await ask('POST', 'fingeread', { csv, check: false })).body.data).toMatchObject({ added: 0, existing: 2 });

    expect((await ask('POST', 'fingeread/delete', { from: ['/old/one'] })).status).toBe(200);
    expect((await list()).total).toBe(1);
    const log = (await test.ask('GET', '/api/audit-log?order=DESC&perPage=2', { as: 'operator' })).body.data;
    expect(log).toMatchObject([
      { kind: 'redirects', act: 'delete', name: 'fingeread', before: { redirects: ['/old/one /novel/1'] } },
      { kind: 'redirects', act: 'add', after: { number: 2 }, undoable: false },
    ]);
  });

  it('cannot be changed by editors, and belong to a known brand', async () => {
    expect((await ask('POST', 'fingeread', { csv: '/a,/novel/1', check: false }, 'editor')).status).toBe(403);
    expect((await ask('GET', 'fingeread', undefined, 'editor')).status).toBe(200);
    expect((await ask('GET', 'none')).status).toBe(404);
  });
});

it.each([
  ['/a,/b', ['/a', '/b']],
  ['/a\t/b\tmore', ['/a', '/b']],
  ['"/a,""x""";/b', ['/a,"x"', '/b']],
  ['/a', ['/a', '']],
  ['\uFEFFsource;target\r\n/a;/b', ['/a', '/b']],
])('redirectsFromCsv reads %j', (text, [from, to]) => {
  expect(redirectsFromCsv(text)).toEqual([{ from, to }]);
});

describe('pagesOf', () => {
  const isPage = pagesOf({ locales: ['en', 'es'] }, undefined);
  it.each(['/genres', '/Genres', '/es/hotnovels?x=1', '/novel/12', '/book-reader/1/2#top', '/pages/about'])(
    'has a page at %s',
    (path) => expect(isPage(path)).toBe(true),
  );
  it.each(['/story/a', '/novel/the-raft', '/a-former-address-of-a-book', '/de/genres'])('has no page at %s', (path) =>
    expect(isPage(path)).toBe(false),
  );
});
