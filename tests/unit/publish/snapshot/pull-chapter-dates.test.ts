import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookChoice } from '#src/brand/schema.ts';
import type { Book } from '#src/contract/entities/book.ts';
import { openSource, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { bookNumbered, pageOf, type Table, tableUpstream } from '../../../helpers/table-upstream.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-dates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DAY = '2026-03-04';

/** An upstream where each book has a chapter whose id is ten times the book's id. */
const tableOf = (books: readonly Book[], change: Table = {}): Table => ({
  'book.list': (params) => pageOf(books, params),
  'chapter.show': () => ({ chapter: null }),
  'chapter.dates': ({ ids }) => ({
    items: String(ids)
      .split(',')
      .map(Number)
      .filter((id) => books.some((book) => book.id === id))
      .map((id) => ({ id, chapters: [{ id: id * 10, updated_at: `${DAY}T23:00:00Z` }] })),
  }),
  ...change,
});

/** Ids of the chapters after a sync, and the ids in each call of `chapter.dates`. */
async function synced(table: Table, books: BookChoice = 'none') {
  const upstream = tableUpstream(table);
  const file = join(folder, 'catalogue.db');
  await syncSnapshot({ file, locales: ['en'], upstream: 'one', books, connect: () => upstream });
  const source = openSource(file, 7);
  const dates = [...source.chapterDates()];
  source.close();
  const requestedIds = upstream.seen.filter(({ name }) => name === 'chapter.dates').map(({ params }) => params['ids']);
  return { dates, ids: dates.map(({ id }) => id), requestedIds };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => bookNumbered(index + 1));

describe('the dates of chapters in a snapshot', () => {
  it('are days in UTC, requested for all books, 50 books per call', async () => {
    const { dates, requestedIds } = await synced(tableOf(numbered(51)));
    expect(dates).toHaveLength(51);
    expect(dates[1]).toEqual({ bookId: 2, id: 20, day: DAY });
    expect(requestedIds.map((ids) => String(ids).split(',').length)).toEqual([50, 1]);
  });

  it('are requested again only for books whose entry in the list of books has changed', async () => {
    await synced(tableOf(numbered(3)));
    expect((await synced(tableOf(numbered(3)))).requestedIds).toEqual([]);
    const changed = numbered(3).map((book) => (book.id === 2 ? { ...book, updated_at: '2026-05-05T00:00:00Z' } : book));
    expect(await synced(tableOf(changed))).toMatchObject({ ids: [10, 20, 30], requestedIds: ['2'] });
  });

  it('are deleted with their books', async () => {
    await synced(tableOf(numbered(3)));
    expect((await synced(tableOf(numbered(2)))).ids).toEqual([10, 20]);
  });

  it('are left out for a book whose chapters break the contract, but stored for all others', async () => {
    const books = numbered(3);
    const { 'chapter.dates': dates } = tableOf(books);
    const table = tableOf(books, {
      'chapter.dates': (params) =>
        String(params['ids']).split(',').includes('2') ? 'CLIENT_CONTRACT' : (dates?.(params) ?? {}),
    });
    expect(await synced(table)).toMatchObject({ ids: [10, 30], requestedIds: ['1,2,3', '1', '2', '3'] });
  });

  it('exist only for prerendered books if the upstream does not provide them', async () => {
    const detail = (id: unknown) => ({
      ...bookNumbered(Number(id)),
      published_at: `${DAY}T00:00:00Z`,
      first_chapter_id: null,
      last_chapter: null,
      source: null,
    });
    const chapter = { number: 1, title: 'One', part: null, kind: 'chapter', words: 3, price: null, free_from: null };
    const chapterOf = (id: number, locked: boolean) => ({ ...chapter, id, locked, updated_at: `${DAY}T00:00:00Z` });
    const { 'chapter.dates': _lacking, ...table } = tableOf(numbered(3), {
      'book.show': ({ book_id }) => ({ book: detail(book_id) }),
      'book.chapters': ({ book_id }) => ({
        items: [chapterOf(Number(book_id) * 10, false), chapterOf(Number(book_id) * 10 + 1, true)],
      }),
    });
    expect(await synced(table, 2)).toMatchObject({ ids: [10, 11, 20, 21], requestedIds: [] });
  });

  it('do not exist if the upstream has no chapter texts', async () => {
    const { 'chapter.show': _lacking, ...table } = tableOf(numbered(3));
    expect(await synced(table)).toEqual({ dates: [], ids: [], requestedIds: [] });
  });
});
