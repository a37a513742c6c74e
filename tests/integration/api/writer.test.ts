import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWriter, openStore } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { book, chapter, ids, NOW, startApi, type TestApi, titles } from './fixture.ts';

let api: TestApi;

beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const show = async (id: number) => (await api.get('book.show', { book_id: id })).body.data.book;
const chapters = async (id: number) => (await api.get('book.chapters', { book_id: id })).body.data.items;

describe('a transaction of the store writer', () => {
  const countBooks = async () =>
    (await api.store.catalogue.one<{ total: number }>(sql`SELECT count(*) AS total FROM books`)).total;

  it('makes changes that are invisible outside the transaction until it ends', async () => {
    const writer = createWriter(api.store);
    const seenInside = await writer.transaction(async () => {
      await writer.putBook(book('a'));
      return countBooks();
    });
    expect([seenInside, await countBooks()]).toEqual([0, 1]);
  });

  it('is rolled back if its function throws, and another transaction can follow', async () => {
    const writer = createWriter(api.store);
    const work = async () => {
      await writer.putBook(book('a'));
      throw new Error('stopped halfway');
    };
    await expect(() => writer.transaction(work)).rejects.toThrow('stopped halfway');
    expect(await countBooks()).toBe(0);
    await writer.transaction(() => writer.putBook(book('a')));
    expect(await countBooks()).toBe(1);
  });

  it('is required for each write, cannot be nested, and rejects a list with an unknown book', async () => {
    const writer = createWriter(api.store);
    const refused = expect.objectContaining({ code: 'STORE_TRANSACTION' });
    await expect(() => writer.putBook(book('a'))).rejects.toThrow(refused);
    await expect(() => writer.transaction(() => writer.transaction(async () => {}))).rejects.toThrow(refused);
    const shelf = { brand: null, section: 7, name: 'New', style: 'row', books: ['nobody'] } as const;
    await expect(() => api.write((open) => open.putShelf(shelf))).rejects.toThrow(
      expect.objectContaining({ code: 'STORE_BOOK_UNKNOWN' }),
    );
  });

  it('makes changes that remain when the store is opened again', async () => {
    await api.write((writer) => writer.putBook(book('a')));
    const again = await openStore(api.store.folder, api.store.postgres);
    expect(await again.catalogue.all(sql`SELECT key FROM books`)).toEqual([{ key: 'a' }]);
    await again.close();
  });
});

describe('putBook of the store writer', () => {
  it('adds a book by key, and updates it only if its fingerprint changed', async () => {
    expect(await api.write((writer) => writer.putBook(book('a')))).toEqual({ id: 1, status: 'added' });
    const before = await show(1);
    expect(await api.write((writer) => writer.putBook(book('a')))).toEqual({ id: 1, status: 'unchanged' });
    expect(await show(1)).toEqual(before);
    expect(await api.write((writer) => writer.putBook(book('a', { title: 'New' })))).toEqual({
      id: 1,
      status: 'updated',
    });
    expect(await show(1)).toMatchObject({ title: 'New', updated_at: '2026-06-01T12:00:00Z' });
  });

  it('stores the given update date of a changed book if it is later than the stored one', async () => {
    await api.write((writer) => writer.putBook(book('a')));
    await api.write((writer) => writer.putBook(book('a', { updatedAt: '2026-03-01T00:00:00Z' })));
    expect((await show(1)).updated_at).toBe('2026-03-01T00:00:00Z');
  });

  it('stores all fields', async () => {
    const source = { source: 'Public domain', subCategory: 'Epic', rating: null, cover: null };
    await api.write((writer) => writer.putBook(book('a', { ...source, keywords: [], tags: ['Dragons', 'Dragons'] })));
    expect(await show(1)).toEqual({
      id: 1,
      title: 'Title a',
      author: { id: 1, name: 'Ada Marsh' },
      cover: null,
      status: 'finished',
      introduction: 'An introduction.',
      paragraphs: 'spaced',
      category: { name: 'Fantasy', sub_name: 'Epic' },
      genres: [1],
      tags: [{ id: 1, name: 'Dragons' }],
      keywords: [],
      words: 1800,
      chapters: 2,
      rating: null,
      hot: 10,
      language: 'en-US',
      updated_at: '2026-02-01T00:00:00Z',
      published_at: '2026-01-01T00:00:00Z',
      first_chapter_id: 1,
      source: 'Public domain',
      series: null,
      last_chapter: { id: 2, number: 2, title: 'Two', updated_at: '2026-02-01T00:00:00Z' },
    });
  });

  it('does not count sections such as prefaces as chapters, unless the book has only sections', async () => {
    const preface = chapter('Preface', { kind: 'section' });
    await api.write(async (writer) => {
      await writer.putBook(book('a', { chapters: [preface, chapter('One')] }));
      await writer.putBook(book('b', { chapters: [preface] }));
    });
    expect([(await show(1)).chapters, (await show(2)).chapters]).toEqual([1, 1]);
  });

  it('keeps the ids of chapters that still exist, and updates only the dates of changed chapters', async () => {
    await api.write((writer) =>
      writer.putBook(book('a', { chapters: [chapter('One'), chapter('Two'), chapter('Three')] })),
    );
    const next = [chapter('Preface', { kind: 'section' }), chapter('One'), chapter('Two', { html: '<p>New.</p>' })];
    await api.write((writer) => writer.putBook(book('a', { chapters: next })));
    const items = await chapters(1);
    expect(titles(items)).toEqual(['Preface', 'One', 'Two']);
    expect(ids(items)).toEqual([4, 1, 2]);
    const { body } = await api.get('chapter.show', { book_id: 1, chapter_id: 2 });
    expect(body.data.chapter).toMatchObject({ html: '<p>New.</p>', updated_at: '2026-06-01T12:00:00Z', next_id: null });
  });

  it('keeps the dates of unchanged chapters in a changed book', async () => {
    await api.write((writer) => writer.putBook(book('a')));
    await api.write((writer) =>
      writer.putBook(book('a', { chapters: [chapter('One'), chapter('Two', { words: 5 })] })),
    );
    const dates = (await chapters(1)).map((item: { updated_at: string }) => item.updated_at);
    expect(dates).toEqual(['2026-02-01T00:00:00Z', '2026-06-01T12:00:00Z']);
  });

  it('moves a changed book from its old lists to its new lists', async () => {
    await api.write((writer) =>
      writer.putBook(book('a', { title: 'Alpha', author: { name: 'Old', introduction: '' } })),
    );
    await api.write((writer) =>
      writer.putBook(book('a', { title: 'Beta', hot: 99, author: { name: 'New', introduction: 'Writes.' } })),
    );
    expect((await api.get('letter.books', { letter: 'A' })).body.data.total).toBe(0);
    expect((await api.get('letter.books', { letter: 'B' })).body.data.total).toBe(1);
    expect((await api.get('author.home', { author_id: 1 })).status).toBe(404);
    const { author, books } = (await api.get('author.home', { author_id: 2 })).body.data;
    expect(author).toMatchObject({ name: 'New', introduction: 'Writes.', books: 1 });
    expect(ids(books.items)).toEqual([1]);
  });

  it('can move a book to another section', async () => {
    await api.write((writer) => writer.putBook(book('a')));
    await api.write((writer) => writer.putBook(book('a', { section: 9 })));
    expect((await api.get('book.list')).body.data.total).toBe(0);
    expect(ids((await api.get('book.list', { section: 9 })).body.data.items)).toEqual([1]);
    expect((await api.get('seo.book_tags')).body.data.total).toBe(0);
  });
});

describe('values rejected by the store writer', () => {
  it.each([
    ['a title', book('a', { title: '' }), 'title'],
    ['an introduction', book('a', { introduction: 'x'.repeat(20_001) }), 'introduction'],
    ['a rating', book('a', { rating: 6 }), 'rating'],
    ['a date', book('a', { updatedAt: 'yesterday' }), 'updatedAt'],
    ['a cover', book('a', { cover: { file: '../a.svg', widths: [], tone: 0 } }), 'cover.file'],
    ['a tag', book('a', { tags: ['Magic', ''] }), 'tags.1'],
    ['a chapter', book('a', { chapters: [chapter('x'.repeat(301))] }), 'chapters.0.title'],
  ])('include %s that a response cannot contain, and the error names the field', async (_name, value, field) => {
    const refused = expect.objectContaining({ code: 'STORE_REFUSED', message: expect.stringContaining(`${field}: `) });
    await expect(() => api.write((writer) => writer.putBook(value))).rejects.toThrow(refused);
  });

  it('include invalid names and lists', async () => {
    const ranking = { brand: null, section: 7, type: 'Not a slug', typeName: 'Hot', name: 'Weekly', books: [] };
    await expect(() => api.write((writer) => writer.putRanking(ranking))).rejects.toThrow(/type: /);
    await expect(() => api.write((writer) => writer.putKeyword(7, ''))).rejects.toThrow(/name: /);
  });
});

describe('removeBook of the store writer', () => {
  it('deletes the book from all lists and never reuses its id', async () => {
    await api.write(async (writer) => {
      for (const key of ['a', 'b']) await writer.putBook(book(key));
      await writer.putShelf({ brand: null, section: 7, name: 'New', style: 'row', books: ['a', 'b'] });
    });
    expect(await api.write(async (writer) => [await writer.removeBook('b'), await writer.removeBook('b')])).toEqual([
      true,
      false,
    ]);
    expect((await api.get('book.show', { book_id: 2 })).status).toBe(410);
    expect(ids((await api.get('recommend.index3')).body.data.items[0].books)).toEqual([1]);
    expect(
      (await api.post('search.multi', { keyword: 'title b' })).body.data.books.items.map(
        (hit: { id: number }) => hit.id,
      ),
    ).not.toContain(2);
    expect((await api.get('genre.books', { genre_id: 1 })).body.data.total).toBe(1);
    expect((await api.write((writer) => writer.putBook(book('b')))).id).toBe(3);
  });

  it('also deletes tags, keywords, genres and authors without any book, except those that were stored separately', async () => {
    await api.write(async (writer) => {
      await writer.putGenre({ section: 7, name: 'Kept', introduction: '', tags: ['Listed'] });
      await writer.putKeyword(7, 'kept keyword');
      await writer.putBook(book('a', { tags: ['Listed', 'Loose'] }));
    });
    await api.write((writer) => writer.removeBook('a'));
    const names = async (call: string) =>
      (await api.get(call)).body.data.items.map((item: { name: string }) => item.name);
    expect(await names('seo.book_tags')).toEqual(['Listed']);
    expect(await names('seo.keywords.page')).toEqual(['kept keyword']);
    expect(await names('recommend.tag_group_list')).toEqual(['Kept']);
    expect((await api.get('author.home', { author_id: 1 })).status).toBe(404);
  });
});

describe('names and lists in the store', () => {
  it('keep their ids if they are stored again', async () => {
    const put = () =>
      api.write(async (writer) => [
        (await writer.putBook(book('a'))).id,
        await writer.putGenre({ section: 7, name: 'Fantasy', introduction: 'Far away.', tags: ['Dragons'] }),
        await writer.putKeyword(7, 'dragon rider'),
        await writer.putRanking({
          brand: null,
          section: 7,
          type: 'hot',
          typeName: 'Hot',
          name: 'Weekly',
          books: ['a'],
        }),
        await writer.putShelf({ brand: null, section: 7, name: 'New', style: 'row', books: ['a'] }),
        await writer.putBanner({ brand: null, section: 7, title: 'Read', subtitle: '', image: null, book: 'a' }),
        await writer.putHelpEvent({
          section: 7,
          book: 'a',
          inviter: 'Mo',
          needed: 3,
          helped: 1,
          expiresAt: NOW.toISOString(),
        }),
      ]);
    expect(await put()).toEqual(await put());
  });

  it('assign each tag to the first genre that lists the tag', async () => {
    const genre = (name: string, tags: string[]) => ({ section: 7, name, introduction: '', tags });
    await api.write(async (writer) => {
      await writer.putGenre(genre('One', ['Dragons', 'Magic']));
      await writer.putGenre(genre('Two', ['Magic']));
    });
    const groups = async () =>
      (await api.get('seo.book_tags')).body.data.items.map((tag: { genre_id: number }) => tag.genre_id);
    expect(await groups()).toEqual([1, 1]);
    await api.write((writer) => writer.putGenre(genre('One', ['Dragons'])));
    expect(await groups()).toEqual([1, 2]);
    expect((await api.get('recommend.tag_group_list')).body.data.items[0].tags).toEqual([{ id: 1, name: 'Dragons' }]);
  });
});
