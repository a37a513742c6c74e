import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readResponse } from '#src/contract/client/response.ts';
import type { AnyCall, Data, Result } from '#src/contract/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { openSource, syncSnapshot, type UpstreamClient } from '#src/publish/snapshot/index.ts';
import { createLosses, type Loss } from '#src/publish/snapshot/losses.ts';
import { bookNumbered, pageOf, type Table, tableUpstream, tagNumbered } from '../../../helpers/table-upstream.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-bad-items-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An upstream whose responses are accepted item by item. */
function readUpstream(table: Table): UpstreamClient {
  const upstream = tableUpstream(table);
  return {
    ...upstream,
    async call<C extends AnyCall>(...args: Parameters<typeof upstream.call<C>>): Promise<Result<Data<C>>> {
      const [call] = args;
      const result = await upstream.call<C>(...args);
      if (result.success === 0) return result;
      const body = JSON.stringify({ success: 1, data: result.data, errors: [] });
      return readResponse(call, { status: 200, etag: undefined, contentType: undefined, body }, 'any');
    },
  };
}

async function sync(table: Table): Promise<{ losses: readonly Loss[]; titles: string[] }> {
  const file = join(folder, 'catalogue.db');
  const losses = createLosses(silentLog);
  await syncSnapshot({ file, locales: ['en'], upstream: 'one', connect: () => readUpstream(table), losses });
  const source = openSource(file, 7);
  const titles = source.books({ kind: 'genre', id: 1 }, 1, 2000).items.map(({ title }) => title);
  source.close();
  return { losses: losses.all(), titles };
}

/** A book without a title, which breaks the contract. */
const untitledBook = (id: unknown): ReturnType<typeof bookNumbered> =>
  ({ ...bookNumbered(1), id, title: null }) as never;
const books = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => bookNumbered(from + at));
const feed = (...items: readonly ReturnType<typeof bookNumbered>[]): Table => ({
  'book.list': (params) => pageOf(items, params),
});
/** An upstream that accepts a cursor and lists no changes since then. */
const quietFeed = (...items: readonly ReturnType<typeof bookNumbered>[]): Table => ({
  'book.list': (params) => ({ ...pageOf('since' in params ? [] : items, params), cursor: 'c1' }),
});

describe('a sync with bad items', () => {
  it('leaves out bad items and stores all other items', async () => {
    const { losses, titles } = await sync(feed(...books(1, 150), untitledBook(150), untitledBook('x')));
    expect(titles).toHaveLength(149);
    expect(losses).toMatchObject([{ call: 'book.list', items: 2 }]);
    expect(losses[0]?.named.join()).toContain('(id 150)');
  });

  it('fails if a list is shorter than its total', async () => {
    const short: Table = {
      'book.list': (params) => ({ ...pageOf([...books(1, 9), untitledBook(9)], params), total: 11 }),
    };
    await expect(sync(short)).rejects.toThrow("the last read returned 9 entries, and the upstream's total was 11");
  });

  it('counts the bad items of a ranking as entries that were read', async () => {
    const rank = { id: 1, name: 'Week', updated_at: '2026-01-01T00:00:00Z' };
    const { losses } = await sync({
      ...feed(...books(1, 4)),
      'bookRank.list': () => ({ items: [{ type: 'hot', name: 'Hot', items: [rank] }] }),
      'bookRank.book_list': (params) => pageOf([...books(1, 3), untitledBook(3)], params),
    });
    expect(losses).toMatchObject([{ call: 'bookRank.book_list', items: 1 }]);
  });

  it.each([
    ['20 of 100', 80, 20, true],
    ['21 of 100', 79, 21, false],
    ['30 of 1500', 1470, 30, true],
    ['31 of 1500', 1469, 31, false],
    ['all of 5', 0, 5, false],
  ])('accepts at most 20 bad items or two percent of a list: %s', async (_name, good, spoiled, isAccepted) => {
    const items = [...books(1, 1 + good), ...Array.from({ length: spoiled }, (_, at) => untitledBook(5000 + at))];
    const synced = sync(feed(...items));
    if (isAccepted) expect((await synced).titles).toHaveLength(good);
    else await expect(synced).rejects.toThrow(/CLIENT_CONTRACT: book.list: data.items.*items break the contract/);
  });

  it("keeps a book's data from the last run until the book is valid again, even if the upstream reports no change", async () => {
    await sync(quietFeed(...books(1, 4)));
    const completeList = (...items: readonly ReturnType<typeof bookNumbered>[]): Table => ({
      'book.list': (params) => ('since' in params ? 'GONE' : { ...pageOf(items, params), cursor: 'c2' }),
    });
    const night = await sync(
      completeList(untitledBook(1), bookNumbered(2, { title: 'Anew' }), bookNumbered(3), untitledBook(4)),
    );
    expect(night.titles).toEqual(['Book 1', 'Anew', 'Book 3']);
    expect(night.losses).toMatchObject([{ items: 2 }]);
    const next = await sync(quietFeed(bookNumbered(1, { title: 'Mended' }), ...books(2, 5)));
    expect(next.titles).toEqual(['Mended', 'Book 2', 'Book 3', 'Book 4']);
    expect(next.losses).toEqual([]);
  });

  it('uses the same cursor again after it has left out items', async () => {
    await sync(quietFeed(...books(1, 4)));
    const changed = (item: ReturnType<typeof bookNumbered>): Table => ({
      'book.list': (params) => {
        if (!('since' in params)) return { ...pageOf(books(1, 4), params), cursor: 'c2' };
        return { ...pageOf(params['since'] === 'c1' ? [item] : [], params), cursor: 'c2' };
      },
    });
    expect((await sync(changed(untitledBook(2)))).titles).toEqual(['Book 1', 'Book 2', 'Book 3']);
    expect((await sync(changed(bookNumbered(2, { title: 'Mended' })))).titles).toEqual(['Book 1', 'Mended', 'Book 3']);
  });

  it('accepts a list of changes that contains only bad items', async () => {
    await sync(quietFeed(...books(1, 4)));
    const { losses, titles } = await sync({
      'book.list': (params) => ({
        ...pageOf('since' in params ? [untitledBook(1), untitledBook(2)] : books(1, 4), params),
        cursor: 'c2',
      }),
    });
    expect(titles).toEqual(['Book 1', 'Book 2', 'Book 3']);
    expect(losses).toMatchObject([{ call: 'book.list', items: 2 }]);
  });

  it("keeps a tag's data from the last run if the new data is bad", async () => {
    const tags = (...items: object[]): Table => ({ ...feed(), 'seo.book_tags': (params) => pageOf(items, params) });
    await sync(tags(tagNumbered(1, 'slow'), tagNumbered(2, 'quick')));
    const { losses } = await sync(tags(tagNumbered(1, 'slow'), { ...tagNumbered(2, ''), name: 5 }));
    expect(losses).toMatchObject([{ call: 'seo.book_tags', items: 1 }]);
    const source = openSource(join(folder, 'catalogue.db'), 7);
    expect(
      source
        .tags()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['quick', 'slow']);
    source.close();
  });
});
