import { describe, expect, it } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import { type AnyCall, bookList, bookRankBookList, bookShow } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import { silentLog } from '#src/lib/log.ts';
import { createLosses } from '#src/publish/snapshot/losses.ts';
import { createUpstreamReader, type UpstreamClient } from '#src/publish/snapshot/upstream-reader.ts';
import { bookNumbered, pageOf, type Table, tableUpstream } from '../../../helpers/table-upstream.ts';

function reading(table: Table, change: (client: UpstreamClient) => UpstreamClient = (client) => client) {
  const upstream = tableUpstream(table);
  const abort = new AbortController();
  const losses = createLosses(silentLog);
  const reader = createUpstreamReader(change(upstream), LOCALES.en, { abort, losses });
  const pages = () => upstream.seen.map(({ params }) => params['page']).sort();
  return { reader, abort, losses, pages, seen: upstream.seen };
}

const books = (count: number): Book[] => Array.from({ length: count }, (_, index) => bookNumbered(index + 1));
/** A ranking with this many books. */
const ranking = (count: number, change?: Parameters<typeof reading>[1]) => {
  const all = books(count);
  return reading({ 'bookRank.book_list': (params) => pageOf(all, params) }, change);
};
const RANKING = { type: 'hot', id: 1 };
const [SIZE, TWICE] = [MAX_PAGE_SIZE, 2 * MAX_PAGE_SIZE];

describe("the code that reads an upstream's own list", () => {
  it.each([
    ['a single page', SIZE, undefined, [1], SIZE],
    ['slightly more than a page', SIZE + 1, undefined, [1, 2], SIZE + 1],
    ['no entries', 0, undefined, [1], 0],
    ['a limit below the page size', TWICE + 5, SIZE - 1, [1], SIZE - 1],
    ['a limit of one page', TWICE + 5, SIZE, [1], SIZE],
    ['a limit of a page and one entry', TWICE + 5, SIZE + 1, [1, 2], SIZE + 1],
    ['a limit of two pages', TWICE + 5, TWICE, [1, 2], TWICE],
    ['fewer entries than the limit', SIZE + 3, TWICE, [1, 2], SIZE + 3],
  ])('requests no more pages than the limit needs: %s', async (_what, total, limit, pages, read) => {
    const { reader, pages: requestedPages, seen } = ranking(total);
    const entries = await reader.readList<Book>(bookRankBookList, RANKING, limit);
    expect(entries.map(({ id }) => id)).toEqual(books(read).map(({ id }) => id));
    expect(requestedPages()).toEqual(pages);
    expect(seen[0]?.params).toEqual({ ...RANKING, page: 1, page_size: MAX_PAGE_SIZE });
  });

  it('returns no entries if the upstream does not have the list', async () => {
    const { reader, abort } = reading({ 'bookRank.book_list': () => 'NOT_FOUND' });
    expect(await reader.readList(bookRankBookList, RANKING)).toEqual([]);
    expect(abort.signal.aborted).toBe(false);
  });

  it('fails if a page after the first is missing', async () => {
    const all = books(SIZE + 1);
    const { reader, abort } = reading({
      'bookRank.book_list': (params) => (params['page'] === 2 ? 'NOT_FOUND' : pageOf(all, params)),
    });
    await expect(reader.readList(bookRankBookList, RANKING)).rejects.toThrow('bookRank.book_list');
    expect(abort.signal.aborted).toBe(true);
  });

  it('reads the list again if a page has too few entries', async () => {
    let reads = 0;
    const all = books(SIZE);
    const { reader } = reading({
      'bookRank.book_list'(params) {
        reads += 1;
        const page = pageOf(all, params);
        return reads === 1 ? { ...page, items: page.items.slice(1) } : page;
      },
    });
    expect(await reader.readList(bookRankBookList, RANKING)).toHaveLength(SIZE);
    expect(reads).toBe(2);
  });

  it('leaves out entries that break the contract, and counts them as read', async () => {
    const leaving = (client: UpstreamClient): UpstreamClient => ({
      ...client,
      async call(call, params, context) {
        const result = await client.call(call, params, context);
        const { items, ...page } = result.data as unknown as { items: Book[] };
        const data = { ...page, items: items.slice(1) } as unknown as typeof result.data;
        const leftOut = [{ list: 'items', place: 'items.0', id: 1, problem: 'items.0.title: no text' }];
        return { ...result, data, leftOut };
      },
    });
    const { reader, losses, pages } = ranking(3, leaving);
    const entries = await reader.readList<Book>(bookRankBookList, RANKING);
    expect(entries.map(({ id }) => id)).toEqual([2, 3]);
    expect(pages()).toEqual([1]);
    expect(losses.all()).toMatchObject([{ call: 'bookRank.book_list', items: 1 }]);
  });
});

describe('a response about a single book', () => {
  it.each(['NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'] as const)(
    'is undefined if the status is %s',
    async (code) => {
      const { reader, losses } = reading({ 'book.show': () => code });
      expect(await reader.readOfBook(bookShow, { book_id: 7 })).toBeUndefined();
      expect(losses.all()).toEqual([]);
    },
  );

  it.each(['CLIENT_TOO_LARGE', 'CLIENT_CONTRACT'] as const)(
    'is undefined and counts as a loss if it is %s',
    async (code) => {
      const { reader, losses, abort } = reading({ 'book.show': () => code });
      for (const book_id of [7, 7, 8]) expect(await reader.readOfBook(bookShow, { book_id })).toBeUndefined();
      expect(losses.all()).toMatchObject([{ call: 'book.show', items: 2 }]);
      expect(losses.all()[0]?.named[0]).toContain('{"book_id":7}');
      expect(abort.signal.aborted).toBe(false);
    },
  );

  it('makes the run fail if the upstream fails', async () => {
    const { reader, abort } = reading({ 'book.show': () => 'FORBIDDEN' });
    await expect(reader.readOfBook(bookShow, { book_id: 7 })).rejects.toMatchObject({ exitCode: 3 });
    expect(abort.signal.aborted).toBe(true);
  });
});

describe('a call to the upstream', () => {
  it('aborts all other calls in progress if it fails, and only its own error is reported', async () => {
    const { reader } = reading({ 'book.show': () => 'FORBIDDEN', 'book.list': () => 'BAD_REQUEST' });
    const calls = [reader.read(bookShow, { book_id: 7 }), reader.read(bookList, { page: 1 })];
    const [first, second] = await Promise.allSettled(calls);
    expect(first).toMatchObject({ reason: { message: expect.stringContaining('book.show {"book_id":7}') } });
    expect((second as PromiseRejectedResult).reason).toBe((first as PromiseRejectedResult).reason);
  });

  it('counts as missing data only if it fails with an expected error code', async () => {
    const { reader } = reading({ 'book.list': () => 'BAD_REQUEST' });
    expect(await reader.readUnless(['BAD_REQUEST'], bookList, { page: 1 })).toBeUndefined();
    await expect(reader.readUnless(['GONE'], bookList, { page: 1 })).rejects.toThrow('book.list');
  });

  it('is not made if the upstream is known to lack it', () => {
    const { reader } = reading({});
    expect([bookList, bookShow].map((call: AnyCall) => reader.lacks(call))).toEqual([true, false]);
  });
});
