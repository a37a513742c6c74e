import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, ids, NOW, type OpenApi, openApi, titles } from '../../../integration/api/fixture.ts';

let api: OpenApi;

const written = (name: string) => ({ author: { name, introduction: '' } });

beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putBook(
      book('1', { title: 'The Dragon Keeper', introduction: 'Nothing else.', hot: 1, ...written('Zoë Łukasz') }),
    );
    await writer.putBook(
      book('2', { title: 'Quiet Rivers', introduction: 'A dragon sleeps here.', hot: 90, ...written('Ann Keeper') }),
    );
    await writer.putBook(
      book('3', { title: '三体：第一部', tags: ['科幻'], keywords: [], genres: [], category: '科幻' }),
    );
    await writer.putBook(book('4', { title: 'Ưu đàm hoa', tags: [], keywords: [], hot: 50 }));
    await writer.putBook(
      book('5', { title: 'Palm Below', tags: ['Desert'], keywords: ['oasis night'], status: 'updating' }),
    );
    await writer.putKeyword(7, 'oasis day');
    await writer.putBook(book('6', { section: 9, title: 'Dragon en otra parte', tags: ['Dragones'] }));
  });
});
afterAll(() => api.close());

const search = async (keyword: string, more: object = {}) =>
  (await api.post('search.multi', { keyword, ...more })).body.data;
const foundTitles = async (keyword: string, more: object = {}) => titles((await search(keyword, more)).books.items);

describe('search.multi', () => {
  it('ranks a book with the word in its title above a book that only mentions the word', async () => {
    expect((await foundTitles('dragon'))[0]).toBe('The Dragon Keeper');
    expect(await foundTitles('dragon')).toContain('Quiet Rivers');
  });

  it('finds books by author, by tag, and by several words even if the last one is incomplete', async () => {
    expect(await foundTitles('dragon keep')).toEqual(['The Dragon Keeper', 'Quiet Rivers']);
    expect(await foundTitles('lukasz')).toEqual(['The Dragon Keeper']);
    expect(await foundTitles('desert')).toEqual(['Palm Below']);
  });

  it('finds accented words for a query without accents', async () => {
    expect(await foundTitles('uu dam hoa')).toEqual(['Ưu đàm hoa']);
    expect(await foundTitles('ZOE')).toEqual(['The Dragon Keeper']);
  });

  it('finds part of a Chinese title', async () => {
    expect(await foundTitles('三体')).toEqual(['三体：第一部']);
    expect(await foundTitles('第一')).toEqual(['三体：第一部']);
    expect(await foundTitles('体三')).toEqual([]);
  });

  it.each(['drgon keeper', 'draogn keeper', 'dragqn keeper', 'draggon keeper'])(
    'corrects the typo in %s',
    async (text) => {
      expect((await foundTitles(text))[0]).toBe('The Dragon Keeper');
    },
  );

  it('returns the corrected query only if it corrected a typo', async () => {
    expect((await search('drgon keeper')).corrected).toBe('dragon keeper');
    expect((await search('Lukash')).corrected).toBe('lukasz');
    expect((await search('dragon')).corrected).toBeUndefined();
    expect((await search('xylophone')).corrected).toBeUndefined();
  });

  it('ranks the title that the visitor probably meant first', async () => {
    expect((await foundTitles('pam below'))[0]).toBe('Palm Below');
    expect((await search('quit rivers')).corrected).toBe('quiet rivers');
  });

  it('ranks the exact title first, then titles that begin with the query, then other books', async () => {
    expect((await foundTitles('palm'))[0]).toBe('Palm Below');
    expect((await foundTitles('quiet rivers'))[0]).toBe('Quiet Rivers');
  });

  it('applies the requested order', async () => {
    expect(await foundTitles('dragon', { order: 'title' })).toEqual(['Quiet Rivers', 'The Dragon Keeper']);
    expect(await foundTitles('dragon', { order: 'hot' })).toEqual(['Quiet Rivers', 'The Dragon Keeper']);
  });

  it('falls back to books that match any of the words', async () => {
    expect(await foundTitles('palm xylophone')).toEqual(['Palm Below']);
  });

  it.each([
    '"',
    "' OR 1=1 --",
    'title:dragon"',
    'NEAR(dragon)',
    '*',
    '-',
    '^dragon AND',
    '()',
    '\\',
    '%',
    'AND OR NOT',
  ])('treats the query %j as text, not as search syntax', async (text) => {
    expect((await api.post('search.multi', { keyword: text })).status).toBe(200);
  });

  it('returns the results in groups, with the requested page of one group', async () => {
    const all = await search('keeper');
    expect(titles(all.books.items)).toEqual(['The Dragon Keeper', 'Quiet Rivers']);
    expect(all.authors).toMatchObject({ total: 1, items: [{ name: 'Ann Keeper', books: 1 }] });
    const tags = await search('dragon', { group: 'tags', page_size: 1 });
    expect(tags.tags).toMatchObject({ page: 1, page_size: 1, total: 1, items: [{ name: 'Dragons' }] });
    expect(tags.books.page_size).toBe(10);
    expect((await search('dragon', { page: 2, page_size: 1 })).books).toMatchObject({ page: 2, total: 2 });
    // The keyword "oasis day" has no books and therefore no page.
    expect((await search('oasis')).keywords.items).toMatchObject([{ name: 'oasis night' }]);
  });

  it('filters and sorts the results', async () => {
    expect(await foundTitles('dragon', { order: 'hot' })).toEqual(['Quiet Rivers', 'The Dragon Keeper']);
    expect(await foundTitles('dragons', { status: 'updating' })).toEqual([]);
    expect((await api.post('search.multi', { keyword: 'dragon', order: 'best' })).status).toBe(400);
    expect((await api.post('search.multi', { keyword: '   ' })).status).toBe(400);
    expect((await api.post('search.multi', {})).status).toBe(400);
  });

  it('returns only results of the requested section', async () => {
    expect(await foundTitles('dragon', { section: 9 })).toEqual(['Dragon en otra parte']);
    expect((await search('otra parte')).books.total).toBe(0);
  });
});

describe('search.suggest', () => {
  const suggest = async (keyword: string, limit = 8) =>
    (await api.get('search.suggest', { keyword, limit })).body.data.items;

  it('returns books, authors, tags and keywords while the visitor types', async () => {
    expect(await suggest('dra')).toEqual([
      { kind: 'book', book: expect.objectContaining({ id: 1, title: 'The Dragon Keeper' }) },
      { kind: 'tag', id: 1, name: 'Dragons' },
      { kind: 'keyword', id: 1, name: 'dragon rider' },
    ]);
    expect((await suggest('q'))[0].book.title).toBe('Quiet Rivers');
    expect(ids((await suggest('三')).map((item: { book: { id: number } }) => item.book))).toContain(3);
  });

  it('tolerates a typo, returns at most `limit` items, and returns nothing for nonsense', async () => {
    expect((await suggest('dragno'))[0]).toMatchObject({ kind: 'book' });
    expect(await suggest('dra', 2)).toHaveLength(2);
    expect(await suggest('xyzzy')).toEqual([]);
    expect(await suggest('***')).toEqual([]);
    expect((await api.get('search.suggest', { keyword: '' })).status).toBe(400);
    expect((await api.get('search.suggest', { keyword: 'a', limit: 21 })).status).toBe(400);
  });
});

describe('search.popular', () => {
  const days = (count: number) => api.setNow(new Date(NOW.getTime() + count * 86_400_000));
  // After 20 days, the searches of earlier tests have expired.
  beforeAll(() => days(20));

  const popular = async (section = 7) => (await api.get('search.popular', { section })).body.data.items;
  let devices = 0;
  const typed = (keyword: string, device: string) =>
    api.post('search.typed', { keyword }, { 'device-uuid': `device-${device}` });
  const byVisitors = async (count: number, keyword: string) => {
    for (let time = 0; time < count; time += 1) {
      devices += 1;
      await typed(keyword, String(devices));
    }
  };

  it('returns searches typed by at least five visitors, the most frequent first', async () => {
    await byVisitors(5, 'Palm  Below');
    await byVisitors(6, 'quiet rivers');
    expect(await popular()).toEqual(['quiet rivers', 'Palm Below']);
    expect(await popular(9)).toEqual([]);
  });

  it('omits searches by fewer visitors, searches without results, and typos', async () => {
    await byVisitors(3, 'lukasz');
    for (let time = 0; time < 9; time += 1) await typed('lukasz', 'one');
    await typed('Lukasz ', 'one');
    await byVisitors(9, 'nobody@example.com');
    await byVisitors(9, 'drgon keeper');
    expect(await popular()).toEqual(['quiet rivers', 'Palm Below']);
    expect((await api.post('search.typed', { keyword: 'dragon' })).status).toBe(400);
  });

  it('counts only searches that a visitor typed', async () => {
    for (let time = 0; time < 9; time += 1) {
      await search('dragon');
      await api.get('book.by_name', { name: 'The-Dragon-Keeper' });
    }
    expect(await popular()).not.toContain('dragon');
    expect(await popular()).toHaveLength(2);
  });

  it('forgets searches after two weeks', async () => {
    days(35);
    expect(await popular()).toEqual([]);
  });
});
