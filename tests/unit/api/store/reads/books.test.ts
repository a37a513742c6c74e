import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewChapter } from '#src/api/store/index.ts';
import {
  bookBriefs,
  bookDetail,
  bookReferences,
  booksByIds,
  chapterContent,
  chapterDatesOf,
  chapterHtml,
  chapterList,
  hasBook,
  offeredBooks,
  oldestBookNamed,
  pricedChapters,
  removalOf,
} from '#src/api/store/reads/index.ts';
import { type EmptyStore, openEmptyStore } from '../../../../helpers/empty-store.ts';
import { smallBook } from '../../../../helpers/small-api.ts';

const NOW = new Date('2026-03-10T00:00:00Z');
const ASH = { section: 7, brand: 'ash' };
const OAK = { section: 7, brand: 'oak' };

const chapter = (title: string, change: Partial<NewChapter> = {}): NewChapter => ({
  title,
  part: null,
  kind: 'chapter',
  html: `<p>${title}.</p>`,
  words: 100,
  price: null,
  updatedAt: '2026-02-01T00:00:00Z',
  ...change,
});

let open: EmptyStore;
/** The id of each book, by its key. */
const ids: Record<string, number> = {};
const id = (key: string) => ids[key] ?? 0;
const database = () => open.store.catalogue;

beforeAll(async () => {
  open = await openEmptyStore();
  const books = [
    smallBook(1, { key: 'epub:long', title: 'The Sea – A Tale', brands: null, source: 'a library' }),
    smallBook(2, { key: 'of-oak', title: 'Oak', brands: ['oak'] }),
    smallBook(3, { key: 'twin', title: 'The Sea   A Tale', brands: null }),
    smallBook(4, { key: 'hidden', title: 'Hidden', publication: 'draft' }),
    smallBook(5, { key: 'empty', title: 'Empty', chapters: [] }),
    smallBook(6, { key: 'other', title: 'Other', section: 9 }),
    smallBook(7, { key: 'gone', title: 'Gone' }),
    smallBook(8, { key: 'by-law', title: 'By law' }),
  ];
  const chapters = [
    chapter('One', { html: '<p><a href="chapter-number:2">two</a> <a href="chapter-number:3#end">three</a></p>' }),
    chapter('Two', { publication: 'draft' }),
    chapter('Three', { price: 5, updatedAt: '2026-02-03T00:00:00Z' }),
    chapter('Four', { price: 5, freeFrom: '2026-03-10T00:00:00Z' }),
    chapter('Five', { price: 7, freeFrom: '2026-03-10T00:00:01Z' }),
  ];
  await open.write(async (writer) => {
    for (const book of books) {
      const completeBook = book.key === 'epub:long' ? { ...book, chapters, fingerprint: 'long' } : book;
      ids[book.key] = (await writer.putBook(completeBook)).id;
    }
  });
  await open.write(async (writer) => {
    await writer.removeBook('gone');
    await writer.takeDownBook('by-law', 'An order of a court.');
  });
});
afterAll(() => open.close());

describe('a stored book', () => {
  it('is returned with the details that its page shows, computed from its visible chapters', async () => {
    const detail = await bookDetail(database(), ASH, id('epub:long'));
    const [first, last] = await Promise.all(['One', 'Five'].map((title) => chapterNamed(title)));
    expect(detail).toMatchObject({
      id: id('epub:long'),
      title: 'The Sea – A Tale',
      published_at: '2026-01-01T00:00:00Z',
      first_chapter_id: first?.id,
      last_chapter: { id: last?.id, number: 4, title: 'Five' },
      source: 'a library',
      series: null,
      paragraphs: 'indented',
      chapters: 4,
    });
    expect(await bookDetail(database(), ASH, id('empty'))).toMatchObject({
      first_chapter_id: null,
      last_chapter: null,
      paragraphs: 'spaced',
    });
  });

  it('can be read only by brands that offer it, in its own section, while it is published', async () => {
    const has = async (scope: typeof ASH, key: string) => [
      (await bookDetail(database(), scope, id(key))) !== undefined,
      await hasBook(database(), scope, id(key)),
    ];
    expect(await has(ASH, 'twin')).toEqual([true, true]);
    expect(await has(ASH, 'of-oak')).toEqual([false, false]);
    expect(await has(OAK, 'of-oak')).toEqual([true, true]);
    expect(await has(ASH, 'hidden')).toEqual([false, false]);
    expect(await has(ASH, 'other')).toEqual([false, false]);
    expect(await has({ section: 9, brand: 'ash' }, 'other')).toEqual([true, true]);
    expect(await has(ASH, 'gone')).toEqual([false, false]);
  });

  it('is returned together with other requested books, in the requested order; unknown and unpublished books are omitted', async () => {
    const requestedIds = ['of-oak', 'other', 'hidden', 'twin', 'gone', 'empty'].map(id);
    const keys = (books: readonly { id: number }[]) =>
      books.map((book) => Object.entries(ids).find(([, storedId]) => storedId === book.id)?.[0]);
    expect(keys(await booksByIds(database(), requestedIds))).toEqual(['of-oak', 'other', 'twin', 'empty']);
    expect(keys(await offeredBooks(database(), 'ash', requestedIds))).toEqual(['other', 'twin', 'empty']);
    expect(keys(await bookReferences(database(), requestedIds))).toEqual(['of-oak', 'other', 'twin', 'empty']);
    expect(await booksByIds(database(), [])).toEqual([]);
  });

  it('has a brief with its number of chapters and its last chapter', async () => {
    const books = await booksByIds(database(), [id('epub:long'), id('empty')]);
    const last = await chapterNamed('Five');
    expect(await bookBriefs(database(), books)).toEqual([
      {
        id: id('epub:long'),
        chapters: 4,
        last_chapter: { id: last?.id, number: 4, title: 'Five' },
        updated_at: books[0]?.updated_at,
      },
      { id: id('empty'), chapters: 0, last_chapter: null, updated_at: books[1]?.updated_at },
    ]);
  });

  it('leaves a removal record when it is deleted, with the legal reason if there is one', async () => {
    expect(await removalOf(database(), ASH, id('gone'))).toEqual({ reason: null });
    expect(await removalOf(database(), ASH, id('by-law'))).toEqual({ reason: 'An order of a court.' });
    expect(await removalOf(database(), { section: 9, brand: 'ash' }, id('gone'))).toBeUndefined();
    expect(await removalOf(database(), ASH, 99_999)).toBeUndefined();
  });

  it('is found by the slug of its title, alone or with the slug of its category, ignoring case', async () => {
    const find = (name: string, category?: string, scope = ASH) => oldestBookNamed(database(), scope, name, category);
    expect(await find('The-Sea---A-Tale')).toBe(id('epub:long'));
    expect(await find('the-sea---a-tale', 'mystery')).toBe(id('epub:long'));
    expect(await find('the-sea---a-tale', 'Romance')).toBeUndefined();
    expect(await find('The-Sea')).toBeUndefined();
    expect([await find('Oak'), await find('oak', undefined, OAK)]).toEqual([undefined, id('of-oak')]);
    expect([await find('Hidden'), await find('Other'), await find('*')]).toEqual([undefined, undefined, undefined]);
  });
});

const chapterNamed = async (title: string) =>
  (await chapterList(database(), id('epub:long'), NOW)).find((one) => one.title === title);

describe('the stored chapters of a book', () => {
  it('are listed if they are published, with consecutive numbers and their current prices', async () => {
    const list = await chapterList(database(), id('epub:long'), NOW);
    expect(
      list.map(({ number, title, locked, price, free_from }) => [number, title, locked, price, free_from]),
    ).toEqual([
      [1, 'One', false, null, null],
      [2, 'Three', true, 5, null],
      [3, 'Four', false, null, null],
      [4, 'Five', true, 7, '2026-03-10T00:00:01Z'],
    ]);
    const later = await chapterList(database(), id('epub:long'), new Date('2026-03-10T00:00:01Z'));
    expect(later.map(({ locked }) => locked)).toEqual([false, true, false, false]);
    expect(await pricedChapters(database(), id('epub:long'), NOW)).toEqual([list[1]?.id, list[3]?.id]);
    expect(await chapterList(database(), id('empty'), NOW)).toEqual([]);
  });

  it('link to the previous and next published chapter, and contain no links to unpublished chapters', async () => {
    const [one, three, five] = await Promise.all(['One', 'Three', 'Five'].map((title) => chapterNamed(title)));
    const content = (chapterId: number | undefined, book = id('epub:long')) =>
      chapterContent(database(), book, chapterId ?? 0, NOW);
    expect(await content(one?.id)).toMatchObject({
      book_id: id('epub:long'),
      html: `<p><a>two</a> <a href="chapter:${three?.id}#end">three</a></p>`,
      previous_id: null,
      next_id: three?.id,
    });
    expect(await content(five?.id)).toMatchObject({ previous_id: expect.any(Number), next_id: null, locked: true });
    expect(await content(one?.id, id('twin'))).toBeUndefined();
    expect(await content(99_999)).toBeUndefined();
    expect(await chapterHtml(database(), three?.id ?? 0)).toBe('<p>Three.</p>');
    expect(await chapterHtml(database(), 99_999)).toBe('');
  });

  it('have their dates listed by book, for books that the brand offers in the section', async () => {
    const requestedIds = ['epub:long', 'of-oak', 'hidden', 'other', 'empty', 'twin'].map(id);
    const found = await chapterDatesOf(database(), ASH, requestedIds);
    expect(found.map((book) => book.id)).toEqual([id('epub:long'), id('twin')]);
    const list = await chapterList(database(), id('epub:long'), NOW);
    expect(found[0]?.chapters).toEqual(list.map((one) => ({ id: one.id, updated_at: one.updated_at })));
    expect((await chapterDatesOf(database(), OAK, requestedIds)).map((book) => book.id)).toContain(id('of-oak'));
  });
});
