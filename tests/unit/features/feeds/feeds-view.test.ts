import { describe, expect, it } from 'vitest';
import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { catalogOf, type FeedModel, releaseFeeds } from '#src/features/feeds/view.ts';
import { makeBook, memorySource, testSite } from '../../../helpers/memory-source.ts';
import { tablePages } from '../../../helpers/table-pages.ts';
import { bookNumbered, pageOf, type Table } from '../../../helpers/table-upstream.ts';
import { chapterNumbered, detailOf } from '../../shell/page/whole-books.ts';

const FAILURES = [
  ['NOT_FOUND', { status: 'missing' }],
  ['GONE', { status: 'gone', httpStatus: 410 }],
  ['INTERNAL', { status: 'failed', httpStatus: 500 }],
] as const;

describe("an author's feed", () => {
  const author = { id: 3, name: 'V. Woolf', introduction: 'Wrote by the sea.', avatar: null };
  const ofBooks = (books: readonly Book[]): Table => ({
    'author.home': (params) => ({ author, books: pageOf(books, params) }),
  });
  const feed = (...books: Book[]) => tablePages(ofBooks(books)).model<FeedModel>('/feeds/author/3.rss');

  it('describes the author and the first fifty books', async () => {
    const books = Array.from({ length: 60 }, (_, index) => bookNumbered(index + 1));
    const { entries, ...heading } = await feed(...books);
    expect(heading).toMatchObject({
      kind: 'author',
      name: 'V. Woolf',
      type: '',
      introduction: 'Wrote by the sea.',
      path: '/feeds/author/3',
      href: '/author/3/V--Woolf',
    });
    expect(entries.map(({ href }) => href)).toEqual(
      books.slice(0, 50).map(({ id }) => `/novel/${id}/Romance/Book-${id}`),
    );
  });

  it('uses the date of the most recently updated book, comparing dates across time zones', async () => {
    const { updated, entries } = await feed(
      bookNumbered(1, { updated_at: '2026-05-01T00:30:00Z' }),
      bookNumbered(2, { updated_at: '2026-05-01T01:00:00+02:00' }),
    );
    expect(updated).toBe('2026-05-01T00:30:00.000Z');
    expect(entries[1]?.updated).toBe('2026-04-30T23:00:00.000Z');
  });

  it('has an entry per book with a summary of up to 500 characters, the cover and the categories', async () => {
    const cover = { url: '/media/1.jpg', widths: [], tone: 1 };
    const { entries } = await feed(
      bookNumbered(1, { introduction: 'Sea and land. '.repeat(60), cover, language: 'fr' }),
    );
    const [entry] = entries;
    expect(entry).toMatchObject({
      author: { name: 'Somebody', href: '/author/1/Somebody' },
      language: 'fr',
      category: 'Romance',
      cover: '/test_api/media/1.jpg',
    });
    const length = entry?.summary.length ?? 0;
    expect([length > 450, length <= 500]).toEqual([true, true]);
    expect((await feed(bookNumbered(1))).entries[0]).toMatchObject({ summary: '', cover: null });
  });

  it('does not exist if the author has no books', async () => {
    expect(await tablePages(ofBooks([])).open('/feeds/author/3.rss')).toEqual({ status: 'missing' });
  });

  it.each(FAILURES)('has the status that matches the upstream error %s', async (code, outcome) => {
    const pages = tablePages({ 'author.home': () => code });
    expect(await pages.open('/feeds/author/3.rss')).toMatchObject(outcome);
  });
});

describe("a book's feed", () => {
  const ofBook = (detail: Partial<BookDetail>, chapters: readonly Chapter[]): Table => ({
    'book.show': ({ book_id }) => ({ book: detailOf(Number(book_id), detail) }),
    'book.chapters': () => ({ items: chapters }),
  });
  const feed = (detail: Partial<BookDetail>, ...chapters: Chapter[]) =>
    tablePages(ofBook(detail, chapters)).model<FeedModel>('/feeds/book/7.atom');

  it('has the last fifty chapters, newest first', async () => {
    const chapters = Array.from({ length: 53 }, (_, index) => chapterNumbered(index + 1));
    const { entries } = await feed({}, ...chapters);
    expect([entries.length, entries[0]?.title, entries.at(-1)?.title]).toEqual([50, 'Chapter 53', 'Chapter 4']);
  });

  it('contains the title of the book and the URL and part of each chapter', async () => {
    const detail = { introduction: 'By the sea.', language: 'fr' };
    const { entries, ...heading } = await feed(detail, chapterNumbered(1), chapterNumbered(2, { part: 'Evening' }));
    expect(heading).toMatchObject({
      kind: 'book',
      name: 'Book 7',
      introduction: 'By the sea.',
      path: '/feeds/book/7',
      href: '/novel/7/Romance/Book-7',
    });
    expect(
      entries.map(({ href, summary, language, category, cover }) => [href, summary, language, category, cover]),
    ).toEqual([
      ['/book-reader/7/2', 'Evening', 'fr', '', null],
      ['/book-reader/7/1', '', 'fr', '', null],
    ]);
  });

  it('uses the date of the book or of its newest chapter, whichever is later', async () => {
    const changed = async (book: string, chapter: string) =>
      (await feed({ updated_at: book }, chapterNumbered(1, { updated_at: chapter }), chapterNumbered(2))).updated;
    expect(await changed('2026-05-01T00:00:00Z', '2026-04-01T00:00:00Z')).toBe('2026-05-01T00:00:00.000Z');
    expect(await changed('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')).toBe('2026-04-01T00:00:00.000Z');
  });

  it('exists for a book without chapters and uses the date of the book', async () => {
    const missing = {
      ...ofBook({ updated_at: '2026-05-01T00:00:00Z' }, []),
      'book.chapters': () => 'NOT_FOUND' as const,
    };
    const model = await tablePages(missing).model<FeedModel>('/feeds/book/7.rss');
    expect(model).toMatchObject({ entries: [], updated: '2026-05-01T00:00:00.000Z' });
  });

  it.each(FAILURES)('has the status that matches the upstream error %s for the book', async (code, outcome) => {
    const pages = tablePages({ ...ofBook({}, []), 'book.show': () => code });
    expect(await pages.open('/feeds/book/7.rss')).toMatchObject(outcome);
  });

  it('fails if the chapter list fails', async () => {
    const pages = tablePages({ ...ofBook({}, []), 'book.chapters': () => 'INTERNAL' });
    expect(await pages.open('/feeds/book/7.rss')).toMatchObject({ status: 'failed', httpStatus: 500 });
  });
});

describe('the feeds of a release', () => {
  const rankings = [{ type: 'hot', name: 'Hot', items: [{ id: 3, name: 'Weekly' }] }];
  const books = Array.from({ length: 60 }, (_, index) =>
    makeBook(index + 1, {
      published_at: `2026-01-01T00:00:${String(index).padStart(2, '0')}Z`,
      updated_at: `2026-05-01T00:00:${String(59 - index).padStart(2, '0')}Z`,
    }),
  );
  const feeds = releaseFeeds(memorySource({ books, rankings }), testSite());

  it('contain at most fifty books each, in the order that the name of the feed says', () => {
    const firsts = feeds.map(({ kind, path, entries }) => [kind, path, entries.length, entries[0]?.title]);
    expect(firsts).toEqual([
      ['new', '/feeds/new', 50, 'Book 60'],
      ['updated', '/feeds/updated', 50, 'Book 1'],
      ['ranking', '/feeds/ranking/hot/3', 50, 'Book 1'],
    ]);
  });

  it("link to the page with the same list, and the feed of a ranking contains the ranking's name and type", () => {
    expect(feeds.map(({ href, name, type }) => [href, name, type])).toEqual([
      ['/', '', ''],
      ['/', '', ''],
      ['/ranking/hot/3/1', 'Weekly', 'Hot'],
    ]);
  });

  it('are listed in a catalog that has the date of their latest update', () => {
    const catalog = catalogOf(
      feeds.map((feed, index) => ({ ...feed, updated: `2026-05-0${[2, 3, 1][index]}T00:00:00.000Z` })),
      testSite(),
    );
    expect(catalog).toMatchObject({ path: '/feeds/catalog', href: '/', updated: '2026-05-03T00:00:00.000Z' });
    expect(catalog.feeds.map(({ path }) => path)).toEqual(feeds.map(({ path }) => path));
  });
});
