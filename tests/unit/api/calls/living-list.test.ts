import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putLivingList } from '../../../helpers/living-lists.ts';
import { book, type OpenApi, openApi } from '../../../integration/api/fixture.ts';

let api: OpenApi;
const fill: Parameters<typeof openApi>[0] = async (writer) => {
  for (let id = 1; id <= 5; id += 1) await writer.putBook(book(`book-${id}`));
  await writer.putBook(book('spanish', { section: 9, language: 'es-ES' }));
  await writer.putBook(book('of-another-brand', { brands: ['other'] }));
};
const put = (list: string, subject: number, entries: readonly (readonly [number, number])[], brand = 'local') =>
  putLivingList(api.store, list, subject, entries, { brand });

beforeAll(async () => {
  api = await openApi(fill, {
    prefixes: [
      { prefix: '/public', brand: 'local', livingLists: true },
      { prefix: '/off_api', brand: 'off' },
    ],
  });
  await put('trending', 0, [
    [3, 300],
    [6, 290],
    [7, 280],
    [99, 270],
    [1, 200],
    [2, 200],
  ]);
  await put('week', 0, [[2, 900]]);
  await put('month', 0, [[3, 3000]]);
  await put('finished', 0, [[4, 40]]);
  await put('rising', 0, [[5, 150]]);
  await put('rising', 2, [[1, 140]]);
  await put('similar', 1, [
    [7, 40],
    [4, 30],
    [2, 20],
  ]);
  await put('similar', 2, [[1, 20]]);
  await put('similar', 3, [[7, 20]]);
  await put('week', 0, [[1, 1]], 'off');
});
afterAll(() => api.close());

const figures = async (call: string, params: Record<string, string | number> = {}, headers = {}) => {
  const { status, body } = await api.get(call, params, headers);
  expect(status).toBe(200);
  return body.data?.items.map(({ book: { id }, figure }: { book: { id: number }; figure: number }) => [id, figure]);
};

describe('book.trending', () => {
  it('returns the stored order, without books that the brand does not offer in the language', async () => {
    expect(await figures('book.trending')).toEqual([
      [3, 300],
      [1, 200],
      [2, 200],
    ]);
  });

  it('fills the limit with offered books', async () => {
    expect(await figures('book.trending', { limit: 2 })).toEqual([
      [3, 300],
      [1, 200],
    ]);
  });

  it('is empty in a language without lists', async () => {
    expect(await figures('book.trending', { section: 9 })).toEqual([]);
  });
});

describe('book.figures', () => {
  it('returns each list', async () => {
    expect(await figures('book.figures', { list: 'week' })).toEqual([[2, 900]]);
    expect(await figures('book.figures', { list: 'month' })).toEqual([[3, 3000]]);
    expect(await figures('book.figures', { list: 'finished' })).toEqual([[4, 40]]);
    expect(await figures('book.figures', { list: 'rising' })).toEqual([[5, 150]]);
  });

  it('returns rising books of a genre, but no other list by genre', async () => {
    expect(await figures('book.figures', { list: 'rising', genre_id: 2 })).toEqual([[1, 140]]);
    expect(await figures('book.figures', { list: 'rising', genre_id: 3 })).toEqual([]);
    expect((await api.get('book.figures', { list: 'week', genre_id: 2 })).status).toBe(400);
  });
});

describe('book.similar', () => {
  const similar = async (ids: string, more: { limit?: number } = {}) => {
    const { status, body } = await api.get('book.similar', { ids, ...more });
    expect(status).toBe(200);
    return body.data.items.map(({ id, books }: { id: number; books: { id: number }[] }) => [
      id,
      books.map((one) => one.id),
    ]);
  };

  it('returns the similar books of each book in the order of the ids, without books that have none', async () => {
    expect(await similar('2,1,3,4,1')).toEqual([
      [2, [1]],
      [1, [4, 2]],
    ]);
  });

  it('fills the limit with offered books', async () => {
    expect(await similar('1', { limit: 1 })).toEqual([[1, [4]]]);
    expect(await similar('1', { limit: 2 })).toEqual([[1, [4, 2]]]);
  });

  it('refuses more than 50 books', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1).join();
    expect((await api.get('book.similar', { ids })).status).toBe(400);
  });
});

describe('a brand without living lists', () => {
  it.each([
    ['book.trending', {}],
    ['book.figures', { list: 'week' }],
    ['book.similar', { ids: '1' }],
  ])('answers %s like an upstream that lacks it', async (call, params) => {
    const { status, body } = await api.get(`/off_api/v1/${call}`, params);
    expect([status, body.errors[0].code]).toEqual([404, 'CALL_ABSENT']);
  });
});

describe('a book that is removed', () => {
  it('disappears from the lists at once', async () => {
    await api.write((writer) => writer.removeBook('book-2'));
    expect(await figures('book.figures', { list: 'week' })).toEqual([]);
  });
});
