import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookChoice } from '#src/brand/schema.ts';
import type { Book } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { relatedListsOf } from '#src/features/book/views/related-books.ts';
import { type OpenSource, openSource, syncSnapshot } from '#src/publish/snapshot/index.ts';
import {
  bookNumbered,
  pageOf,
  relatedTable,
  type Table,
  type TableUpstream,
  tableUpstream,
} from '../../../helpers/table-upstream.ts';

let folder: string;
let source: OpenSource | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-books-'));
});
afterEach(() => {
  source?.close();
  source = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const UPDATED = '2026-01-01T00:00:00Z';

const chapterNumbered = (id: number, change: Partial<Chapter> = {}): Chapter => ({
  id,
  number: 1,
  title: `Chapter ${id}`,
  part: null,
  kind: 'chapter',
  words: 3,
  locked: false,
  price: null,
  free_from: null,
  updated_at: UPDATED,
  ...change,
});

/** An upstream with these books. Each book has one chapter, whose id is ten times the book's id. */
function booksTable(books: readonly Book[], change: Table = {}): Table {
  const detail = (book: Book) => ({
    ...book,
    published_at: UPDATED,
    first_chapter_id: book.id * 10,
    last_chapter: null,
    source: null,
  });
  return {
    'book.list': (params) => pageOf(books, params),
    'book.show': ({ book_id }) => {
      const book = books.find(({ id }) => id === book_id);
      return book ? { book: detail(book) } : 'NOT_FOUND';
    },
    'book.chapters': ({ book_id }) => ({ items: [chapterNumbered(Number(book_id) * 10)] }),
    'chapter.show': ({ book_id, chapter_id }) => ({
      chapter: {
        ...chapterNumbered(Number(chapter_id)),
        book_id,
        html: `<p>Text of ${book_id}.</p>`,
        previous_id: null,
        next_id: null,
      },
    }),
    ...relatedTable(books),
    ...change,
  };
}

async function synced(table: Table, books: BookChoice): Promise<{ source: OpenSource; upstream: TableUpstream }> {
  const upstream = tableUpstream(table);
  const file = join(folder, 'catalogue.db');
  await syncSnapshot({ file, locales: ['en'], upstream: 'one', books, connect: () => upstream });
  source?.close();
  source = openSource(file, 7);
  return { source, upstream };
}

const ids = ({ prerendered }: OpenSource) => [...prerendered.all()].map(({ book }) => book.id);
/** Ids of the books whose details were requested. */
const requestedBooks = ({ seen }: TableUpstream) =>
  seen.filter(({ name }) => name === 'book.show').map(({ params }) => params['book_id']);

const three = [bookNumbered(1, { hot: 5 }), bookNumbered(2, { hot: 9 }), bookNumbered(3, { hot: 7 })];

describe('the books that a snapshot contains for prerendering', () => {
  it('are the hottest books up to the configured number, all books, or none', async () => {
    expect(ids((await synced(booksTable(three), 2)).source)).toEqual([2, 3]);
    expect(ids((await synced(booksTable(three), 'all')).source)).toEqual([1, 2, 3]);
    const none = await synced(booksTable(three), 'none');
    expect(ids(none.source)).toEqual([]);
    expect(none.upstream.seen.map(({ name }) => name)).not.toContain('tag.books');
  });

  it('are stored with everything that their pages show', async () => {
    const { prerendered } = (await synced(booksTable(three), 1)).source;
    expect([...prerendered.all()]).toEqual([
      { book: { id: 2, title: 'Book 2', category: { name: 'Romance', sub_name: null } }, chapterId: 20 },
    ]);
    expect(prerendered.novel(2)).toMatchObject({
      book: { id: 2, published_at: UPDATED },
      chapters: [{ id: 20 }],
      readable: true,
      related: Object.fromEntries(relatedListsOf(false).map(({ name }) => [name, three.map(({ id }) => ({ id }))])),
    });
    expect(prerendered.chapter(2)).toMatchObject({ book: { id: 2 }, chapter: { id: 20 }, html: '<p>Text of 2.</p>' });
    expect([prerendered.novel(3), prerendered.chapter(3), prerendered.novelVersion(3)]).toEqual(
      Array.from({ length: 3 }),
    );
  });

  it('are requested again only if their entry in the list of books has changed', async () => {
    await synced(booksTable(three), 'all');
    expect(requestedBooks((await synced(booksTable(three), 'all')).upstream)).toEqual([]);
    const changed = three.map((book) => (book.id === 3 ? { ...book, updated_at: '2026-02-02T00:00:00Z' } : book));
    expect(requestedBooks((await synced(booksTable(changed), 'all')).upstream)).toEqual([3]);
  });

  it('are requested again in every run while one of their chapters is about to become free', async () => {
    const timed = chapterNumbered(10, { locked: true, price: 5, free_from: '2030-01-01T00:00:00Z' });
    const table = booksTable(three.slice(0, 1), { 'book.chapters': () => ({ items: [timed] }) });
    await synced(table, 'all');
    expect(requestedBooks((await synced(table, 'all')).upstream)).toEqual([1]);
  });

  it('have no first chapter if its response is larger than the contract allows', async () => {
    const { 'chapter.show': show } = booksTable(three);
    const table = booksTable(three, {
      'chapter.show': (params) => (params['book_id'] === 2 ? 'CLIENT_TOO_LARGE' : (show?.(params) ?? {})),
    });
    const { prerendered } = (await synced(table, 'all')).source;
    expect([...prerendered.all()].map(({ chapterId }) => chapterId)).toEqual([10, null, 30]);
    expect(prerendered.novel(2)).toMatchObject({ book: { id: 2 }, chapters: [{ id: 20 }] });
  });

  it('are replaced when other books become hotter', async () => {
    await synced(booksTable(three), 1);
    const after = three.map((book) => (book.id === 1 ? { ...book, hot: 100 } : book));
    expect(ids((await synced(booksTable(after), 1)).source)).toEqual([1]);
  });

  it('get a new version only if something on their page has changed', async () => {
    const one = [bookNumbered(1, { hot: 5 }), bookNumbered(2, { tags: [{ id: 2, name: 'other' }] })];
    const table = booksTable(one, { 'tag.books': ({ tag_id }) => pageOf(tag_id === 1 ? one : [], {}) });
    const versions = ({ prerendered }: OpenSource) => [1, 2].map((id) => prerendered.novelVersion(id));
    const before = versions((await synced(table, 'all')).source);
    const after = versions((await synced({ ...table, 'tag.books': () => pageOf([], {}) }, 'all')).source);
    expect(after.map((version, index) => version === before[index])).toEqual([false, true]);
  });
});

describe('a book whose details cannot all be read', () => {
  it.each(['book.show', 'book.chapters'])(
    'is the only book left out if the response to %s breaks the contract',
    async (name) => {
      const { [name]: well } = booksTable(three);
      const broken: Table = {
        [name]: (params) => (params['book_id'] === 2 ? 'CLIENT_CONTRACT' : (well?.(params) ?? {})),
      };
      expect(ids((await synced(booksTable(three, broken), 'all')).source)).toEqual([1, 3]);
      expect(ids((await synced(booksTable(three), 'all')).source)).toEqual([1, 2, 3]);
    },
  );

  it('is left out if the upstream no longer has the book, or has no list of its chapters', async () => {
    const withoutBookTwo: Table = { 'book.show': ({ book_id }) => (book_id === 2 ? 'GONE' : { book: null }) };
    expect(ids((await synced(booksTable(three, withoutBookTwo), 'all')).source)).toEqual([]);
    const chapterless: Table = { 'book.chapters': () => 'NOT_FOUND' };
    expect(ids((await synced(booksTable(three, chapterless), 'all')).source)).toEqual([]);
  });

  it('is deleted if an earlier run stored it', async () => {
    await synced(booksTable(three), 'all');
    const changed = three.map((book) => ({ ...book, words: 99 }));
    expect(ids((await synced(booksTable(changed, { 'book.show': () => 'NOT_FOUND' }), 'all')).source)).toEqual([]);
  });

  it('gets only a novel page if its first chapter has no text', async () => {
    const { prerendered } = (await synced(booksTable(three, { 'chapter.show': () => 'NOT_FOUND' }), 1)).source;
    expect([...prerendered.all()]).toMatchObject([{ book: { id: 2 }, chapterId: null }]);
    expect(prerendered.chapter(2)).toBeUndefined();
  });

  it('makes the run fail if the upstream is down', async () => {
    const failing = booksTable(three, { 'book.show': () => 'INTERNAL' });
    await expect(synced(failing, 'all')).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('book.show'),
    });
  });
});

it('books are not readable if the upstream has no chapter texts', async () => {
  const { 'chapter.show': _, ...without } = booksTable(three);
  const before = (await synced(without, 1)).source.prerendered;
  expect(before.novel(2)?.readable).toBe(false);
  expect(before.chapter(2)).toMatchObject({ chapter: { id: 20 }, html: null });
  const after = (await synced(booksTable(three), 1)).source.prerendered;
  expect(after.novel(2)?.readable).toBe(true);
  expect(after.chapter(2)?.html).toBe('<p>Text of 2.</p>');
});
