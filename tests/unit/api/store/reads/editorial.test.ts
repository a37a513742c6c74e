import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreWriter } from '#src/api/store/records.ts';
import { book, ids, type OpenApi, openApi } from '../../../../integration/api/fixture.ts';

let api: OpenApi;

async function fill(writer: StoreWriter): Promise<void> {
  const keys = Array.from({ length: 15 }, (_, index) => `b${index + 1}`);
  for (const [index, key] of keys.entries()) {
    await writer.putBook(book(key, { hot: index, status: index % 2 === 0 ? 'finished' : 'updating' }));
  }
  const shared = { brand: null, section: 7 };
  const own = { brand: 'freenovel', section: 7 };
  await writer.putShelf({ ...shared, name: 'New', style: 'row', books: keys });
  await writer.putShelf({ ...shared, name: 'Best', style: 'ranked', books: ['b3'] });
  await writer.putShelf({ ...own, name: 'Ours', style: 'feature', books: ['b2', 'b1'] });
  await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'Weekly', books: ['b4', 'b9', 'b1'] });
  await writer.putRanking({ ...shared, type: 'new', typeName: 'New', name: 'Fresh', books: ['b1'] });
  await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'Monthly', books: [] });
  await writer.putRanking({ ...own, type: 'ours', typeName: 'Ours', name: 'Weekly', books: ['b5'] });
  await writer.putBanner({ ...shared, title: 'Read this', subtitle: 'Tonight', image: 'pictures/a.webp', book: 'b1' });
  await writer.putBanner({ ...own, title: 'Read ours', subtitle: '', image: null, book: 'b2' });
}

beforeAll(async () => {
  api = await openApi(fill);
});
afterAll(() => api.close());

const items = async (call: string) => (await api.get(call)).body.data.items;

describe('a brand with its own shelves, rankings and banners', () => {
  it('shows them instead of the shared shelves, rankings and banners', async () => {
    const names = async (call: string) =>
      (await items(`/freenovel_api/v1/${call}`)).map((item: { name: string }) => item.name);
    expect(await names('recommend.index3')).toEqual(['Ours']);
    expect(await names('bookRank.list')).toEqual(['Ours']);
    expect(await items('/freenovel_api/v1/banner.index')).toMatchObject([{ title: 'Read ours', image: null }]);
  });

  it("can open shared shelves by id, while other brands cannot open the brand's own shelves and rankings", async () => {
    expect((await api.get('/freenovel_api/v1/recommend.section_books', { section_id: 1 })).status).toBe(200);
    expect((await api.get('recommend.section_books', { section_id: 3 })).status).toBe(404);
    expect((await api.get('bookRank.book_list', { type: 'ours', id: 4 })).status).toBe(404);
  });
});

describe('shelves returned by the API', () => {
  it('are listed in the stored order, each with its first twelve books', async () => {
    const shelves = await items('recommend.index3');
    expect(shelves).toMatchObject([
      { name: 'New', style: 'row' },
      { name: 'Best', style: 'ranked' },
    ]);
    expect(ids(shelves[0].books)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('have a list of all their books, which begins with the same books and can be filtered and sorted', async () => {
    const list = async (more: object) =>
      (await api.get('recommend.section_books', { section_id: 1, page_size: 3, ...more })).body.data;
    expect([ids((await list({})).items), (await list({})).total]).toEqual([[1, 2, 3], 15]);
    expect([ids((await list({ status: 'updating' })).items), (await list({ status: 'updating' })).total]).toEqual([
      [2, 4, 6],
      7,
    ]);
    expect(ids((await list({ order: 'title' })).items)).toEqual([1, 10, 11]);
    expect((await list({ length: 'long' })).total).toBe(0);
    expect(ids((await list({ page: 5 })).items)).toEqual([13, 14, 15]);
  });

  it('return 404 for an unknown id', async () => {
    expect((await api.get('recommend.section_books', { section_id: 77 })).status).toBe(404);
  });
});

describe('rankings returned by the API', () => {
  it('are grouped by type in the menu', async () => {
    expect(await items('bookRank.list')).toEqual([
      {
        type: 'hot',
        name: 'Hot',
        items: [
          { id: 1, name: 'Weekly' },
          { id: 3, name: 'Monthly' },
        ],
      },
      { type: 'new', name: 'New', items: [{ id: 2, name: 'Fresh' }] },
    ]);
  });

  it('list their books in the stored order', async () => {
    const list = (await api.get('bookRank.book_list', { type: 'hot', id: 1 })).body.data;
    expect([ids(list.items), list.total]).toEqual([[4, 9, 1], 3]);
  });

  it('return 404 for an unknown type or id', async () => {
    expect((await api.get('bookRank.book_list', { type: 'new', id: 1 })).status).toBe(404);
    expect((await api.get('bookRank.book_list', { type: 'hot', id: 9 })).status).toBe(404);
    expect((await api.get('bookRank.book_list', { type: 'hot' })).status).toBe(400);
  });
});

describe('banners returned by the API', () => {
  it('link to their book', async () => {
    const target = { kind: 'book', book: { id: 1, title: 'Title b1', category: { name: 'Fantasy', sub_name: null } } };
    expect(await items('banner.index')).toMatchObject([
      { title: 'Read this', image: '/media/pictures/a.webp', target },
    ]);
    expect((await api.get('banner.index', { section: 9 })).body.data.items).toEqual([]);
  });
});
