import { resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { redirectsFromCsv } from '#src/admin/server/redirects/csv.ts';
import { pagesOf } from '#src/admin/server/redirects/site-pages.ts';
import { createWriter } from '#src/api/index.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { smallBook } from '../../../../helpers/small-api.ts';
import { startAdmin, type TestAdmin } from '../fixture.ts';

let test: TestAdmin;
let bookId: number;
/** Runs once, while the next request looks up its brand. */
let meanwhile: (() => Promise<unknown>) | undefined;
beforeEach(async () => {
  meanwhile = undefined;
  const brand = brandById(await loadBrands(resolve('brands')), 'fingeread');
  test = await startAdmin((writer) => writer.putBook(smallBook(0)), {
    async brands() {
      const work = meanwhile;
      meanwhile = undefined;
      await work?.();
      return [brand];
    },
  });
  bookId = (await test.ask('GET', '/api/books', { as: 'operator' })).body.data[0].id;
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
      { kind: 'redirects', act: 'add', after: { number: 2 }, undoable: true },
    ]);
  });

  const undoLast = async (as: 'editor' | 'operator' = 'operator') => {
    const [entry] = (await test.ask('GET', '/api/audit-log?order=DESC&perPage=1', { as: 'operator' })).body.data;
    return test.ask('POST', `/api/audit-log/${entry.id}/undo`, { as });
  };
  const addresses = async () => (await list()).data.map(({ from }: { from: string }) => from);

  it('are removed and restored by undoing entries of the log, each of which can be undone again', async () => {
    await ask('POST', 'fingeread', { csv: '/a,/genres\n/b,/genres\n/c,/genres', check: false });
    await ask('POST', 'fingeread/delete', { from: ['/a', '/b'] });
    expect((await undoLast('editor')).status).toBe(403);
    expect((await undoLast()).status).toBe(200);
    expect((await addresses()).toSorted()).toEqual(['/a', '/b', '/c']);
    expect((await undoLast()).status).toBe(200);
    expect(await addresses()).toEqual(['/c']);
  });

  it('are not removed by an undo if one of them has changed since, nor restored over another one', async () => {
    await ask('POST', 'fingeread', { csv: '/a,/genres', check: false });
    const [added] = (await test.ask('GET', '/api/audit-log?order=DESC&perPage=1', { as: 'operator' })).body.data;
    await ask('POST', 'fingeread/delete', { from: ['/a'] });
    const [deleted] = (await test.ask('GET', '/api/audit-log?order=DESC&perPage=1', { as: 'operator' })).body.data;
    await ask('POST', 'fingeread', { csv: '/a,/hotnovels', check: false });
    for (const { id } of [added, deleted])
      expect((await test.ask('POST', `/api/audit-log/${id}/undo`, { as: 'operator' })).status).toBe(409);
    expect((await list()).data).toEqual([{ from: '/a', to: '/hotnovels' }]);
  });

  it('are removed and restored by an undo once, even if something else is written meanwhile', async () => {
    const writer = createWriter(test.store, { who: 'import', command: 'import' });
    const total = async () => (await test.ask('GET', '/api/audit-log?perPage=1', { as: 'operator' })).body.total;
    await ask('POST', 'fingeread', { csv: '/a,/genres\n/b,/genres', check: false });
    for (const [name, left] of [
      ['rain', []],
      ['snow', ['/a', '/b']],
    ] as const) {
      const before = await total();
      meanwhile = () => writer.transaction(() => writer.putKeyword(7, name));
      expect((await undoLast()).status).toBe(200);
      expect((await addresses()).toSorted()).toEqual(left);
      const log = (await test.ask('GET', '/api/audit-log?order=DESC&perPage=2', { as: 'operator' })).body.data;
      expect(log).toMatchObject([
        { kind: 'redirects', [left.length > 0 ? 'after' : 'before']: { number: 2 } },
        { kind: 'keyword' },
      ]);
      expect(await total()).toBe(before + 2);
    }
  });

  it('are not restored, and no entry is written, if all of them exist again', async () => {
    await ask('POST', 'fingeread', { csv: '/a,/genres', check: false });
    await ask('POST', 'fingeread/delete', { from: ['/a'] });
    const [deleted] = (await test.ask('GET', '/api/audit-log?order=DESC&perPage=1', { as: 'operator' })).body.data;
    await ask('POST', 'fingeread', { csv: '/a,/genres', check: false });
    const count = async () => (await test.ask('GET', '/api/audit-log?perPage=1', { as: 'operator' })).body.total;
    const before = await count();
    expect((await test.ask('POST', `/api/audit-log/${deleted.id}/undo`, { as: 'operator' })).status).toBe(409);
    expect(await count()).toBe(before);
  });

  it('cannot be undone at once if the log does not list all of them', async () => {
    const csv = Array.from({ length: 1001 }, (_, number) => `/old/${number},/genres`).join('\n');
    await ask('POST', 'fingeread', { csv, check: false });
    expect((await undoLast()).status).toBe(409);
    expect((await list()).total).toBe(1001);
  });

  it('are added with a warning if their book or chapter is not visible', async () => {
    const { body } = await ask('POST', 'fingeread', {
      csv: `/a,/novel/${bookId}\n/b,/novel/99\n/c,/book-reader/${bookId}/9999\n/d,/genres`,
      check: true,
    });
    expect(body.data).toMatchObject({
      added: 4,
      warnings: [
        { from: '/b', to: '/novel/99', reason: 'This site shows no book with the ID 99.' },
        { from: '/c', reason: `The book ${bookId} has no published chapter with the ID 9999.` },
      ],
    });
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
