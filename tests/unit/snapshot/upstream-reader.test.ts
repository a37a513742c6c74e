import { describe, expect, it } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import { type AnyCall, bookList, bookRankBookList, bookShow } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import { silentLog } from '#src/lib/log.ts';
import { createLosses } from '#src/lib/losses.ts';
import { createUpstreamReader, type UpstreamClient } from '#src/snapshot/upstream-reader.ts';
import { bookNumbered, pageOf, type Table, tableUpstream } from '../../helpers/table-upstream.ts';

function reading(table: Table, change: (client: UpstreamClient) => UpstreamClient = (client) => client) {
  const upstream = tableUpstream(table);
  const abort = new AbortController();
  const losses = createLosses(silentLog);
  const reader = createUpstreamReader(change(upstream), LOCALES.en, { abort, losses });
  const pages = () => upstream.seen.map(({ params }) => params['page']).sort();
  return { reader, abort, losses, pages, seen: upstream.seen };
}

const books = (count: number): Book[] => Array.from({ length: count }, (_none, index) => bookNumbered(index + 1));
/** A ranking of so many books. */
const ranking = (count: number, change?: Parameters<typeof reading>[1]) => {
  const all = books(count);
  return reading({ 'bookRank.book_list': (params) => pageOf(all, params) }, change);
};
const RANKING = { type: 'hot', id: 1 };
const [SIZE, TWICE] = [MAX_PAGE_SIZE, 2 * MAX_PAGE_SIZE];

describe('a list of the upstream', () => {
  it.each([
    ['all of a page', SIZE, undefined, [1], SIZE],
    ['all of more than a page', SIZE + 1, undefined, [1, 2], SIZE + 1],
    ['none', 0, undefined, [1], 0],
    ['less than a page of many', TWICE + 5, SIZE - 1, [1], SIZE - 1],
    ['just a page of many', TWICE + 5, SIZE, [1], SIZE],
    ['a page and one of many', TWICE + 5, SIZE + 1, [1, 2], SIZE + 1],
    ['two pages of many', TWICE + 5, TWICE, [1, 2], TWICE],
    ['all, where there are fewer than wanted', SIZE + 3, TWICE, [1, 2], SIZE + 3],
  ])('is read as far as wanted, and no page behind that is asked for: %s', async (_what, total, limit, pages, read) => {
    const { reader, pages: asked, seen } = ranking(total);
    const entries = await reader.readList<Book>(bookRankBookList, RANKING, limit);
    expect(entries.map(({ id }) => id)).toEqual(books(read).map(({ id }) => id));
    expect(asked()).toEqual(pages);
    expect(seen[0]?.params).toEqual({ ...RANKING, page: 1, page_size: MAX_PAGE_SIZE });
  });

  it('is empty where the upstream has no such list', async () => {
    const { reader, abort } = reading({ 'bookRank.book_list': () => 'NOT_FOUND' });
    expect(await reader.readList(bookRankBookList, RANKING)).toEqual([]);
    expect(abort.signal.aborted).toBe(false);
  });

  it('is no list any more where a page behind the first is missing', async () => {
    const all = books(SIZE + 1);
    const { reader, abort } = reading({
      'bookRank.book_list': (params) => (params['page'] === 2 ? 'NOT_FOUND' : pageOf(all, params)),
    });
    await expect(reader.readList(bookRankBookList, RANKING)).rejects.toThrow('bookRank.book_list');
    expect(abort.signal.aborted).toBe(true);
  });

  it('is read again where a page was short', async () => {
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

  it('is whole without the entries that break the contract, which count as read', async () => {
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

describe('what the upstream tells of one book', () => {
  it.each(['NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'] as const)(
    'is nothing where it answers %s',
    async (code) => {
      const { reader, losses } = reading({ 'book.show': () => code });
      expect(await reader.readOfBook(bookShow, { book_id: 7 })).toBeUndefined();
      expect(losses.all()).toEqual([]);
    },
  );

  it.each(['CLIENT_TOO_LARGE', 'CLIENT_CONTRACT'] as const)('is a loss where the answer is %s', async (code) => {
    const { reader, losses, abort } = reading({ 'book.show': () => code });
    for (const book_id of [7, 7, 8]) expect(await reader.readOfBook(bookShow, { book_id })).toBeUndefined();
    expect(losses.all()).toMatchObject([{ call: 'book.show', items: 2 }]);
    expect(losses.all()[0]?.named[0]).toContain('{"book_id":7}');
    expect(abort.signal.aborted).toBe(false);
  });

  it('ends the run where the upstream fails', async () => {
    const { reader, abort } = reading({ 'book.show': () => 'FORBIDDEN' });
    await expect(reader.readOfBook(bookShow, { book_id: 7 })).rejects.toMatchObject({ exitCode: 3 });
    expect(abort.signal.aborted).toBe(true);
  });
});

describe('a call that fails', () => {
  it('ends all that are under way with its own error, not with theirs', async () => {
    const { reader } = reading({ 'book.show': () => 'FORBIDDEN', 'book.list': () => 'BAD_REQUEST' });
    const calls = [reader.read(bookShow, { book_id: 7 }), reader.read(bookList, { page: 1 })];
    const [first, second] = await Promise.allSettled(calls);
    expect(first).toMatchObject({ reason: { message: expect.stringContaining('book.show {"book_id":7}') } });
    expect((second as PromiseRejectedResult).reason).toBe((first as PromiseRejectedResult).reason);
  });

  it('is told by what the upstream lacks only where it has one of the codes that are named', async () => {
    const { reader } = reading({ 'book.list': () => 'BAD_REQUEST' });
    expect(await reader.readUnless(['BAD_REQUEST'], bookList, { page: 1 })).toBeUndefined();
    await expect(reader.readUnless(['GONE'], bookList, { page: 1 })).rejects.toThrow('book.list');
  });

  it('belongs to no call of the upstream that it is known to lack', () => {
    const { reader } = reading({});
    expect([bookList, bookShow].map((call: AnyCall) => reader.lacks(call))).toEqual([true, false]);
  });
});
