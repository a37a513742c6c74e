import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { book, chapter, ids, type OpenApi, openApi, titles } from '../../../integration/api/fixture.ts';

let api: OpenApi;

const long = [chapter('One', { words: 60_000 })];

beforeAll(async () => {
  api = await openApi(async (writer) => {
    await writer.putGenre({ section: 7, name: 'Fantasy', introduction: 'Far away.', tags: ['Dragons', 'Magic'] });
    await writer.putBook(
      book('1', {
        title: 'Beryl',
        hot: 5,
        rating: 4.5,
        publishedAt: '2025-02-01T00:00:00Z',
        updatedAt: '2026-01-03T00:00:00Z',
      }),
    );
    await writer.putBook(
      book('2', {
        title: 'amber',
        hot: 9,
        status: 'updating',
        subCategory: 'Epic',
        rating: null,
        publishedAt: '2025-03-01T00:00:00Z',
        updatedAt: '2026-01-01T00:00:00Z',
      }),
    );
    await writer.putBook(
      book('3', {
        title: 'Élan',
        hot: 9,
        chapters: long,
        subCategory: 'Epic',
        rating: 3,
        publishedAt: '2025-01-01T00:00:00Z',
        updatedAt: '2026-01-02T00:00:00Z',
      }),
    );
    await writer.putBook(
      book('4', {
        title: '1984',
        hot: 1,
        genres: ['Satire'],
        category: 'Satire',
        tags: ['zeal'],
        keywords: ['big brother'],
      }),
    );
  });
});
afterAll(() => api.close());

const LISTS = [
  { call: 'genre.books', params: { genre_id: 1 }, absent: { genre_id: 99 } },
  { call: 'tag.books', params: { tag_id: 1 }, absent: { tag_id: 99 } },
  { call: 'seo.keyword_books', params: { keyword_id: 1 }, absent: { keyword_id: 99 } },
  { call: 'category.books', params: { name: 'Fantasy' }, absent: { name: 'Nothing' } },
] as const;

describe.each(LISTS)('$call', ({ call, params, absent }) => {
  const list = async (more: Record<string, string | number> = {}) =>
    (await api.get(call, { ...params, ...more })).body.data;

  it('lists the most popular books first, and older books first if they are equally popular', async () => {
    expect(await list()).toMatchObject({ page: 1, page_size: 20, total: 3 });
    expect(ids((await list()).items)).toEqual([2, 3, 1]);
  });

  it('can order books by date or by title', async () => {
    expect(ids((await list({ order: 'updated' })).items)).toEqual([1, 3, 2]);
    expect(titles((await list({ order: 'title' })).items)).toEqual(['amber', 'Beryl', 'Élan']);
  });

  it('can order books by first publication, or by rating with unrated books last', async () => {
    expect(ids((await list({ order: 'new' })).items)).toEqual([2, 1, 3]);
    expect(ids((await list({ order: 'rating' })).items)).toEqual([1, 3, 2]);
  });

  it('filters by status and length and counts the matches', async () => {
    expect(await list({ status: 'updating' })).toMatchObject({ total: 1, items: [{ id: 2 }] });
    expect(await list({ length: 'medium' })).toMatchObject({ total: 1, items: [{ id: 3 }] });
    expect(await list({ status: 'updating', length: 'long' })).toMatchObject({ total: 0, items: [] });
  });

  it('returns the requested page, which is empty after the last page', async () => {
    expect(ids((await list({ page: 2, page_size: 2 })).items)).toEqual([1]);
    expect(await list({ page: 3, page_size: 2 })).toMatchObject({ items: [], total: 3, page: 3 });
  });

  it('returns 404 for an unknown list and 400 for an invalid filter', async () => {
    expect((await api.get(call, absent)).status).toBe(404);
    expect((await api.get(call, { ...params, section: 9 })).status).toBe(404);
    expect((await api.get(call, { ...params, order: 'random' })).status).toBe(400);
    expect((await api.get(call)).status).toBe(400);
  });
});

describe('category.books', () => {
  it('filters by subcategory', async () => {
    expect(ids((await api.get('category.books', { name: 'Fantasy', sub_name: 'Epic' })).body.data.items)).toEqual([
      2, 3,
    ]);
    expect((await api.get('category.books', { name: 'Fantasy', sub_name: 'Nothing' })).status).toBe(404);
  });
});

describe('letter.books', () => {
  it('lists a title under its first letter without accents, or under 0 if it begins with anything else', async () => {
    for (const [letter, id] of [
      ['A', 2],
      ['B', 1],
      ['E', 3],
      ['0', 4],
    ] as const) {
      expect(ids((await api.get('letter.books', { letter })).body.data.items)).toEqual([id]);
    }
    expect((await api.get('letter.books', { letter: 'Q' })).body.data).toMatchObject({ items: [], total: 0 });
    expect((await api.get('letter.books', { letter: 'a' })).status).toBe(400);
  });
});

describe('calls for menus', () => {
  it('return genres with their tags', async () => {
    const { items } = (await api.get('recommend.tag_group_list')).body.data;
    const tags = [
      { id: 1, name: 'Dragons' },
      { id: 2, name: 'Magic' },
    ];
    expect(items).toMatchObject([
      { id: 1, name: 'Fantasy', introduction: 'Far away.', tags },
      { name: 'Satire', tags: [] },
    ]);
  });

  it('return categories with their subcategories', async () => {
    const items = [
      { name: 'Fantasy', subs: ['Epic'] },
      { name: 'Satire', subs: [] },
    ];
    expect((await api.get('category.list')).body.data.items).toEqual(items);
  });

  it('return tags and keywords sorted by name, in pages', async () => {
    const tags = (await api.get('seo.book_tags')).body.data.items;
    expect(tags.map((tag: { name: string }) => tag.name)).toEqual(['Dragons', 'Magic', 'zeal']);
    const second = (await api.get('seo.keywords.page', { page: 2, page_size: 1 })).body.data;
    expect(second).toMatchObject({ items: [{ name: 'dragon rider' }], total: 2 });
  });
});

describe('author.home', () => {
  it('returns the author with a page of books', async () => {
    const { author, books } = (await api.get('author.home', { author_id: 1, page_size: 2 })).body.data;
    expect(author).toMatchObject({ name: 'Ada Marsh', books: 4, avatar: null });
    expect([books.total, ids(books.items)]).toEqual([4, [2, 3]]);
    expect((await api.get('author.home', { author_id: 9 })).status).toBe(404);
    expect((await api.get('author.home', { author_id: 'x' })).status).toBe(400);
  });
});

describe('the chapters of a book', () => {
  it('are returned as a list, or one by one with the previous and next chapter', async () => {
    const items = (await api.get('book.chapters', { book_id: 1 })).body.data.items;
    expect(items).toMatchObject([
      { number: 1, title: 'One', locked: false },
      { number: 2, title: 'Two' },
    ]);
    const [one, two] = ids(items);
    const show = async (id: number) =>
      (await api.get('chapter.show', { book_id: 1, chapter_id: id })).body.data.chapter;
    expect(await show(one ?? 0)).toMatchObject({ html: '<p>Text of One.</p>', previous_id: null, next_id: two });
    expect(await show(two ?? 0)).toMatchObject({ previous_id: one, next_id: null, book_id: 1 });
  });

  it('get 404 if they are requested with a different book, a different section or an unknown book', async () => {
    expect((await api.get('chapter.show', { book_id: 2, chapter_id: 1 })).status).toBe(404);
    expect((await api.get('chapter.show', { book_id: 1, chapter_id: 1, section: 9 })).status).toBe(404);
    expect((await api.get('book.chapters', { book_id: 99 })).status).toBe(404);
    expect((await api.get('book.show', { book_id: 99 })).status).toBe(404);
  });
});
