import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import { type OpenSource, openSource, syncSnapshot, type UpstreamClient } from '#src/publish/snapshot/index.ts';
import type { BookList } from '#src/shell/page/source.ts';
import {
  bookNumbered,
  keywordNumbered,
  pageOf,
  type Table,
  tableUpstream,
  tagNumbered,
} from '../../../helpers/table-upstream.ts';

let folder: string;
let source: OpenSource | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-sync-'));
});
afterEach(() => {
  source?.close();
  source = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'catalogue.db');
const sync = (client: UpstreamClient, upstream = 'one') =>
  syncSnapshot({ file: file(), locales: ['en'], upstream, connect: () => client });

async function synced(table: Table): Promise<OpenSource> {
  await sync(tableUpstream(table));
  source?.close();
  source = openSource(file(), 7);
  return source;
}

const ids = (from: OpenSource, list: BookList) => from.books(list, 1, 100).items.map((book) => book.id);
const feed = (...books: ReturnType<typeof bookNumbered>[]): Table => ({
  'book.list': (params) => pageOf(books, params),
});

describe('syncSnapshot from an upstream with a list of all books', () => {
  it('orders lists by `hot`, highest first, then by id', async () => {
    const from = await synced(
      feed(bookNumbered(3, { hot: 5 }), bookNumbered(1), bookNumbered(2, { hot: 9 }), bookNumbered(4, { hot: 5 })),
    );
    expect(ids(from, { kind: 'genre', id: 1 })).toEqual([2, 3, 4, 1]);
  });

  it('changes the version of a list only if a book in it changes or moves', async () => {
    const books = [bookNumbered(1, { hot: 9 }), bookNumbered(2), bookNumbered(3, { tags: [{ id: 2, name: 'quick' }] })];
    const versionsOf = async (changed: readonly ReturnType<typeof bookNumbered>[]) => {
      const from = await synced(feed(...changed));
      return [1, 2].map((id) => from.listVersion({ kind: 'tag', id }));
    };
    const [slow, quick] = await versionsOf(books);
    expect(slow).not.toBe(quick);
    const [first = bookNumbered(1), second = bookNumbered(2), third = bookNumbered(3)] = books;
    for (const changed of [
      [{ ...first, introduction: 'Another.' }, second, third],
      [first, { ...second, hot: 10 }, third],
      [first, third],
      [first, second, third, bookNumbered(4)],
    ]) {
      const [other, same] = await versionsOf(changed);
      expect([other === slow, same === quick]).toEqual([false, true]);
    }
    expect(await versionsOf(books)).toEqual([slow, quick]);
  });

  it('changes the version of an upstream list if a book in it changes', async () => {
    const versionOf = async (introduction: string) => {
      const books = [bookNumbered(1), bookNumbered(2, { introduction })];
      const from = await synced({
        ...feed(...books),
        'bookRank.list': () => ({ items: [{ type: 'hot', name: 'Hot', items: [{ id: 1, name: 'All' }] }] }),
        'bookRank.book_list': (params) => pageOf(books, params),
      });
      return from.listVersion({ kind: 'ranking', type: 'hot', id: 1 });
    };
    const before = await versionOf('One.');
    expect(before).not.toBe('');
    expect(await versionOf('Another.')).not.toBe(before);
    expect(await versionOf('One.')).toBe(before);
  });

  it('reads everything again if the upstream has no cursors, and deletes books that are missing', async () => {
    await synced(feed(bookNumbered(1), bookNumbered(2), bookNumbered(3)));
    const from = await synced(feed(bookNumbered(1), bookNumbered(3, { hot: 1 })));
    expect(ids(from, { kind: 'tag', id: 1 })).toEqual([3, 1]);
  });

  it('reads everything again if the upstream refuses the cursor', async () => {
    const withCursor = (books: ReturnType<typeof bookNumbered>[], cursor: string): Table => ({
      'book.list': (params) => (params['since'] === undefined ? { ...pageOf(books, params), cursor } : 'BAD_REQUEST'),
    });
    await synced(withCursor([bookNumbered(1), bookNumbered(2)], 'a'));
    const from = await synced(withCursor([bookNumbered(2)], 'b'));
    expect(ids(from, { kind: 'tag', id: 1 })).toEqual([2]);
  });

  it('reads the list again if it changes during the read', async () => {
    const books = Array.from({ length: 450 }, (_, index) => bookNumbered(index + 1));
    const upstream = tableUpstream({
      'book.list': (params) => {
        const requestCount = upstream.seen.filter(({ name }) => name === 'book.list').length;
        const items = requestCount < 4 ? books : books.slice(1);
        return pageOf(items, params);
      },
    });
    await sync(upstream);
    source = openSource(file(), 7);
    expect(source.books({ kind: 'genre', id: 1 }, 1, 1).total).toBe(449);
  });

  it('fails if the list changes during every read', async () => {
    let total = 500;
    const changingList = tableUpstream({
      'book.list': () => {
        total += 1;
        return { items: [bookNumbered(total)], page: 1, page_size: 1, total };
      },
    });
    await expect(sync(changingList)).rejects.toMatchObject({ code: 'UPSTREAM', exitCode: 3 });
  });

  it('stores a book that occurs only in a ranking as it appears in the ranking', async () => {
    const from = await synced({
      ...feed(bookNumbered(1, { title: 'As listed' })),
      'bookRank.list': () => ({ items: [{ type: 'hot', name: 'Hot', items: [{ id: 4, name: 'Week' }] }] }),
      'bookRank.book_list': (params) =>
        pageOf(
          [bookNumbered(9, { title: 'Elsewhere' }), bookNumbered(1, { title: 'As ranked' }), bookNumbered(9)],
          params,
        ),
    });
    const ranked = from.books({ kind: 'ranking', type: 'hot', id: 4 }, 1, 10);
    expect(ranked).toMatchObject({ total: 2, items: [{ id: 9 }, { id: 1, title: 'As listed' }] });
    expect(ids(from, { kind: 'genre', id: 1 })).toEqual([1]);
  });

  it('takes the name of a tag from its hottest book if the list of tags lacks the tag', async () => {
    const taggedBook = (id: number, hot: number, name: string) => bookNumbered(id, { hot, tags: [{ id: 8, name }] });
    const from = await synced({
      ...feed(taggedBook(1, 1, 'odd'), taggedBook(2, 7, 'Odd')),
      'seo.book_tags': (params) => pageOf([tagNumbered(1, 'slow')], params),
    });
    expect(from.tags().map((tag) => [tag.id, tag.name])).toEqual([
      [8, 'Odd'],
      [1, 'slow'],
    ]);
  });

  it('lists only the keyword with the lowest id for each slug, and no keywords without books', async () => {
    const from = await synced({
      ...feed(bookNumbered(1, { keywords: [3, 5, 6] })),
      'seo.keywords.page': (params) =>
        pageOf(
          [
            keywordNumbered(5, 'slow burn'),
            keywordNumbered(3, 'slow-burn'),
            keywordNumbered(4, 'empty'),
            keywordNumbered(6, '100'),
          ],
          params,
        ),
    });
    expect(from.keyword('slow-burn')?.id).toBe(3);
    expect(from.keyword('100-6')?.id).toBe(6);
    expect(from.keywords(1, 10)).toMatchObject({ total: 2, items: [{ id: 6 }, { id: 3 }] });
    expect(from.keywords(2, 1).items.map((keyword) => keyword.id)).toEqual([3]);
  });

  it('numbers keywords again when one of them gains its first book, loses its last book or is renamed', async () => {
    const changedOrAll = <T>(
      all: readonly T[],
      changed: readonly T[],
      params: Parameters<Table['book.list'] & {}>[0],
    ) => ({
      ...pageOf(params['since'] === undefined ? all : changed, params),
      cursor: 'c',
      removed: [],
    });
    const allKeywords = [keywordNumbered(3, 'slow'), keywordNumbered(4, 'quick')];
    const night = async (
      books: ReturnType<typeof bookNumbered>[],
      keywords: ReturnType<typeof keywordNumbered>[] = [],
    ) => {
      const from = await synced({
        'book.list': (params) => changedOrAll([bookNumbered(1, { keywords: [3] })], books, params),
        'seo.keywords.page': (params) => changedOrAll(allKeywords, keywords, params),
      });
      return from.keywords(1, 10).items.map(({ name }) => name);
    };
    expect(await night([])).toEqual(['slow']);
    expect(await night([bookNumbered(2, { keywords: [4] })])).toEqual(['quick', 'slow']);
    expect(await night([bookNumbered(2, { keywords: [] })])).toEqual(['slow']);
    expect(await night([], [keywordNumbered(3, 'slower')])).toEqual(['slower']);
    expect(await night([])).toEqual(['slower']);
  });

  it('takes the spelling of a category from its hottest book if there are two spellings', async () => {
    const from = await synced(
      feed(
        bookNumbered(1, { category: { name: 'Sci Fi', sub_name: null } }),
        bookNumbered(2, { hot: 1, category: { name: 'Sci-Fi', sub_name: 'Space' } }),
      ),
    );
    expect(from.categories()).toEqual([{ name: 'Sci-Fi', subs: ['Space'] }]);
    expect(ids(from, { kind: 'category', name: 'Sci-Fi', sub: null })).toEqual([2, 1]);
  });

  it('leaves out banners for pages that will not exist', async () => {
    const banner = (id: number, target: object) => ({
      id,
      title: 'Look',
      subtitle: '',
      image: null,
      target,
      updated_at: '2026-01-01T00:00:00Z',
    });
    const from = await synced({
      ...feed(bookNumbered(1)),
      'recommend.tag_group_list': () => ({
        items: [{ id: 1, name: 'Love', introduction: '', tags: [], updated_at: '2026-01-01T00:00:00Z' }],
      }),
      'banner.index': () => ({
        items: [
          banner(1, { kind: 'genre', genre: { id: 1, name: 'Love' } }),
          banner(2, { kind: 'genre', genre: { id: 2, name: 'Gone' } }),
          banner(3, { kind: 'ranking', type: 'hot', id: 1 }),
          banner(4, { kind: 'tag', tag: { id: 77, name: 'none' } }),
          banner(5, { kind: 'section', section: { id: 5, name: 'none' } }),
          banner(6, { kind: 'url', url: 'https://example.com/' }),
        ],
      }),
    });
    expect(from.banners().map(({ id }) => id)).toEqual([1, 6]);
  });
});

describe('syncSnapshot from an upstream without a list of all books', () => {
  const shelf =
    (...books: ReturnType<typeof bookNumbered>[]) =>
    () => ({ items: [{ id: 1, name: 'First', style: 'row', books }] });
  const genre = {
    id: 1,
    name: 'Love',
    introduction: '',
    tags: [{ id: 1, name: 'slow' }],
    updated_at: '2026-01-01T00:00:00Z',
  };

  it('fills the list of a tag with search results, or with stored books if the search finds nothing', async () => {
    const from = await synced({
      'recommend.index3': shelf(bookNumbered(1), bookNumbered(2, { tags: [{ id: 2, name: 'sharp' }], hot: 3 })),
      'recommend.tag_group_list': () => ({ items: [genre] }),
      'seo.book_tags': (params) => pageOf([tagNumbered(1, 'slow'), tagNumbered(2, 'sharp')], params),
      'search.multi': (params) => ({
        books: pageOf(params['keyword'] === 'slow' ? [bookNumbered(7), bookNumbered(1)] : [], params),
      }),
    });
    expect(ids(from, { kind: 'tag', id: 1 })).toEqual([7, 1]);
    expect(ids(from, { kind: 'tag', id: 2 })).toEqual([2]);
    expect(ids(from, { kind: 'category', name: 'Romance', sub: null })).toEqual([2, 1, 7]);
    expect(from.sections()).toEqual([]);
  });

  it('pulls lists with their own calls if the upstream has such calls', async () => {
    const from = await synced({
      'recommend.tag_group_list': () => ({ items: [genre] }),
      'genre.books': (params) => pageOf([bookNumbered(5), bookNumbered(4)], params),
      'category.list': () => ({ items: [{ name: 'Drama', subs: ['Stage'] }] }),
      'category.books': (params) => pageOf([bookNumbered(params['sub_name'] ? 4 : 6)], params),
    });
    expect(ids(from, { kind: 'genre', id: 1 })).toEqual([5, 4]);
    expect(from.categories()).toEqual([
      { name: 'Drama', subs: ['Stage'] },
      { name: 'Romance', subs: [] },
    ]);
  });

  it('stores the newer of two versions of a book', async () => {
    const from = await synced({
      'recommend.index3': shelf(bookNumbered(1, { title: 'Old' })),
      'bookRank.list': () => ({ items: [{ type: 'hot', name: 'Hot', items: [{ id: 1, name: 'Week' }] }] }),
      'bookRank.book_list': (params) =>
        pageOf([bookNumbered(1, { title: 'New', updated_at: '2026-02-01T00:00:00Z' })], params),
    });
    expect(from.shelves()[0]?.books[0]?.title).toBe('New');
  });

  it('adapts when the upstream gains or loses the list of all books', async () => {
    const shelves = { 'recommend.index3': shelf(bookNumbered(1)) };
    await synced(shelves);
    expect(
      ids(await synced({ ...shelves, ...feed(bookNumbered(1), bookNumbered(2)) }), { kind: 'genre', id: 1 }),
    ).toEqual([1, 2]);
    expect(ids(await synced(shelves), { kind: 'genre', id: 1 })).toEqual([1]);
  });
});

describe('syncSnapshot with an existing snapshot or a failure', () => {
  it('reports which call failed, with its parameters and section', async () => {
    const failing = tableUpstream({ ...feed(), 'banner.index': () => 'INTERNAL' });
    await expect(sync(failing)).rejects.toThrow(
      /banner\.index \{\} of section 7 \(status 500, INTERNAL: banner\.index: INTERNAL\)/,
    );
  });

  it('empties a snapshot of a different upstream', async () => {
    await synced(feed(bookNumbered(1)));
    await sync(tableUpstream(feed(bookNumbered(2))), 'another');
    source?.close();
    source = openSource(file(), 7);
    expect(ids(source, { kind: 'genre', id: 1 })).toEqual([2]);
  });

  it('pulls everything again if the snapshot file is not a database', async () => {
    writeFileSync(file(), 'nothing of the kind'.repeat(300));
    expect(ids(await synced(feed(bookNumbered(1))), { kind: 'genre', id: 1 })).toEqual([1]);
  });

  it('reports the cause if SQLite itself has rolled back, and stores nothing from the run', async () => {
    await synced(feed(bookNumbered(1)));
    const sql = openSql(file());
    sql.exec(`CREATE TRIGGER full BEFORE INSERT ON books BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END`);
    sql.close();
    await expect(sync(tableUpstream(feed(bookNumbered(1), bookNumbered(2))))).rejects.toThrow('disk is full');
    expect(readdirSync(folder).filter((name) => name.includes('.pull'))).toEqual([]);
    source?.close();
    source = openSource(file(), 7);
    expect(ids(source, { kind: 'genre', id: 1 })).toEqual([1]);
  });

  it('is needed before a snapshot can be opened, and the error for a missing snapshot says so', () => {
    expect(() => openSource(file(), 7)).toThrow(/no snapshot.*npm run rebuild/);
  });
});
