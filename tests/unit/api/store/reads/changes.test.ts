import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { book, ids, type OpenApi, openApi } from '../../../../integration/api/fixture.ts';

let api: OpenApi;

beforeEach(async () => {
  api = await openApi(async (writer) => {
    for (let n = 1; n <= 25; n += 1)
      await writer.putBook(book(`b${n}`, { hot: 100 - n, tags: [`tag ${n % 3}`], keywords: [`word ${n % 3}`] }));
  });
});
afterEach(() => api.close());

const list = async (params: Record<string, string | number> = {}) => (await api.get('book.list', params)).body.data;

describe('book.list', () => {
  it('lists books by id, on pages that can be read in any order', async () => {
    expect(ids((await list({ page: 3, page_size: 10 })).items)).toEqual([21, 22, 23, 24, 25]);
    expect(ids((await list({ page: 1, page_size: 10 })).items)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ids((await list({ page: 2, page_size: 10 })).items)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(await list({ page: 9, page_size: 10 })).toMatchObject({ items: [], total: 25 });
    expect(await list()).not.toHaveProperty('removed');
  });

  it('returns the right pages after a book is deleted', async () => {
    for (const page of [1, 2, 3]) await list({ page, page_size: 10 });
    await api.write((writer) => writer.removeBook('b1'));
    expect(ids((await list({ page: 2, page_size: 10 })).items)[0]).toBe(12);
    expect((await list({ page: 3, page_size: 10 })).total).toBe(24);
  });

  it('lists changed, added and removed books since a cursor', async () => {
    const { cursor } = await list();
    expect(await list({ since: cursor })).toMatchObject({ items: [], total: 0, removed: [], cursor });
    await api.write(async (writer) => {
      await writer.putBook(book('b7', { title: 'Changed', tags: ['tag 1'], keywords: ['word 1'] }));
      await writer.putBook(book('new', { tags: ['tag 1'], keywords: ['word 1'] }));
      await writer.removeBook('b3');
    });
    const changes = await list({ since: cursor });
    expect([ids(changes.items), changes.total, changes.removed]).toEqual([[7, 26], 2, [3]]);
    expect(await list({ since: changes.cursor })).toMatchObject({ items: [], removed: [] });
  });

  it('divides changes into pages; only the first page lists removed ids', async () => {
    const { cursor } = await list();
    await api.write(async (writer) => {
      for (let n = 1; n <= 5; n += 1)
        await writer.putBook(book(`b${n}`, { title: `Changed ${n}`, tags: ['tag 1'], keywords: ['word 1'] }));
      await writer.removeBook('b9');
    });
    const pages = await Promise.all([1, 2, 3].map((page) => list({ since: cursor, page, page_size: 2 })));
    expect(pages.map((page) => ids(page.items))).toEqual([[1, 2], [3, 4], [5]]);
    expect(pages.map((page) => page.removed)).toEqual([[9], undefined, undefined]);
  });

  it('does not list a book as removed if it moved to another section and back', async () => {
    const { cursor } = await list();
    await api.write((writer) => writer.putBook(book('b3', { section: 9 })));
    expect((await list({ since: cursor })).removed).toEqual([3]);
    await api.write((writer) => writer.putBook(book('b3', { tags: ['tag 0'] })));
    const changes = await list({ since: cursor });
    expect([ids(changes.items), changes.removed]).toEqual([[3], []]);
  });

  it('lists no change if a book is stored again unchanged', async () => {
    const { cursor } = await list();
    await api.write((writer) => writer.putBook(book('b1', { hot: 99, tags: ['tag 1'], keywords: ['word 1'] })));
    expect(await list({ since: cursor })).toMatchObject({ items: [], removed: [], cursor });
  });

  it('rejects a cursor that this store did not issue, and text that is not a cursor', async () => {
    for (const since of ['0123456789ab.3', 'nonsense', '.', (await list()).cursor.replace(/\d+$/, '99999')]) {
      expect((await api.get('book.list', { since })).status).toBe(400);
    }
  });
});

describe.each([
  { call: 'seo.book_tags', gone: 'tag' },
  { call: 'seo.keywords.page', gone: 'word' },
])('$call', ({ call }) => {
  it('lists the entries that were added or removed since a cursor', async () => {
    const { cursor, items } = (await api.get(call)).body.data;
    expect(items).toHaveLength(3);
    await api.write(async (writer) => {
      for (let n = 3; n <= 25; n += 3) await writer.removeBook(`b${n}`);
      await writer.putBook(book('new', { tags: ['tag 1', 'new tag'], keywords: ['word 1', 'new word'] }));
    });
    const changes = (await api.get(call, { since: cursor })).body.data;
    expect(changes.items.map((item: { name: string }) => item.name)).toEqual([expect.stringMatching(/^new/)]);
    expect(changes.removed).toEqual([3]);
  });
});
