import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sql } from '#src/lib/sqlite.ts';
import { readVersions, versionOfBooks } from '#src/publish/snapshot/book-versions.ts';
import { readCategories } from '#src/publish/snapshot/categories.ts';
import { countBooks } from '#src/publish/snapshot/count-books.ts';
import { createListMembers, createRangeReader } from '#src/publish/snapshot/list-members.ts';
import { createBookReader, createFirstBookReader } from '#src/publish/snapshot/list-reader.ts';
import { storeOrphanTags } from '#src/publish/snapshot/orphan-tags.ts';
import { readPlanKey, storePlanKey } from '#src/publish/snapshot/plan-key.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { readLosses, storeLosses } from '#src/publish/snapshot/stored-losses.ts';
import { byName, indexKeywords, readNames } from '#src/publish/snapshot/tags-and-keywords.ts';
import { createResponseCache } from '#src/publish/snapshot/upstream-response-cache.ts';
import { makeBook } from '../../../helpers/memory-source.ts';

let folder: string;
let file: string;
let sql: Sql;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-tables-'));
  file = join(folder, 'catalogue.db');
  sql = openSnapshot(file);
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

function putBook(id: number, fields: Parameters<typeof makeBook>[1] = {}, section = 7, version = 1, feed = 1) {
  const book = makeBook(id, fields);
  sql.run(
    'INSERT INTO books VALUES (?, ?, ?, ?, ?, ?, ?)',
    section,
    id,
    book.hot,
    book.updated_at,
    feed,
    version,
    JSON.stringify(book),
  );
}

/** @returns the id of the list */
function putList(key: string, books: readonly number[], name: string | null = null, section = 7): number {
  sql.run(
    'INSERT INTO lists (section, key, computed, total, name, version) VALUES (?, ?, 1, ?, ?, ?)',
    section,
    key,
    books.length,
    name,
    `v of ${key}`,
  );
  const id = Number(sql.get<{ id: number }>('SELECT max(id) AS id FROM lists')?.id);
  createListMembers(sql).write(id, Float64Array.from(books), undefined);
  return id;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the books of a list in a snapshot', () => {
  it('are read in ranges, across the blocks in which they are stored', () => {
    const list = putList('genre:1', upTo(1203));
    const read = createRangeReader(sql);
    expect(read(list, 0, 3)).toEqual([1, 2, 3]);
    expect(read(list, 498, 502)).toEqual([499, 500, 501, 502]);
    expect(read(list, 499, 1001)).toEqual(upTo(1203).slice(499, 1001));
    expect(read(list, 1200, 1300)).toEqual([1201, 1202, 1203]);
    expect([read(list, 1203, 1300), read(list, 5000, 5020), read(list + 1, 0, 9)]).toEqual([[], [], []]);
  });

  it('can be replaced by more or fewer books, without affecting another list', () => {
    const [one, two] = [putList('genre:1', upTo(700)), putList('genre:2', [9])];
    const members = createListMembers(sql);
    members.write(one, Float64Array.from([5, 4]), undefined);
    expect([...members.books(one)]).toEqual([5, 4]);
    expect(sql.get('SELECT count(*) AS count FROM members WHERE list = ?', one)).toEqual({ count: 1 });
    members.write(one, Float64Array.from([]), undefined);
    expect([[...members.books(one)], [...members.books(two)]]).toEqual([[], [9]]);
  });
});

describe('the code that reads one section of a snapshot', () => {
  beforeEach(() => {
    for (const id of upTo(5)) putBook(id);
    putBook(1, { title: 'of another section' }, 9);
  });

  it("returns a page of a list with the list's total, and an empty page if the list is unknown", () => {
    putList('tag:3', [5, 3, 1]);
    const reader = createBookReader(sql, 7);
    const page = (number: number) => {
      const { items, ...rest } = reader.page('tag:3', number, 2);
      return { ids: items.map(({ id }) => id), ...rest };
    };
    expect(page(1)).toEqual({ ids: [5, 3], page: 1, page_size: 2, total: 3 });
    expect(page(2)).toEqual({ ids: [1], page: 2, page_size: 2, total: 3 });
    expect([reader.total('tag:3'), reader.firstBookId('tag:3'), reader.listVersion('tag:3')]).toEqual([
      3,
      5,
      'v of tag:3',
    ]);
    expect([
      reader.total('tag:4'),
      reader.firstBookId('tag:4'),
      reader.listVersion('tag:4'),
      reader.version('tag:4', 1, 2),
    ]).toEqual([0, 0, '', '0']);
    expect(reader.page('tag:4', 1, 2)).toMatchObject({ items: [], total: 0 });
    expect(createBookReader(sql, 9).total('tag:3')).toBe(0);
    expect(reader.page('tag:3', 1, 3).items[2]?.title).toBe('Book 1');
  });

  it('returns the first book of a list', () => {
    const first = createFirstBookReader(sql, 7);
    expect(first(putList('tag:3', [4, 1]))?.id).toBe(4);
    expect(first(putList('tag:4', []))).toBeUndefined();
    expect(first(putList('tag:5', [99]))).toBeUndefined();
  });

  it('computes the version of a page from its books, their order and the length of the list', () => {
    putList('tag:3', [5, 3, 1]);
    const versions = () => [1, 2].map((page) => createBookReader(sql, 7).version('tag:3', page, 2));
    const before = versions();
    sql.run('UPDATE books SET version = 2 WHERE id = 1 AND section = 9');
    expect(versions()).toEqual(before);
    sql.run('UPDATE books SET version = 2 WHERE id = 1 AND section = 7');
    const [first, second] = versions();
    expect([first === before[0], second === before[1]]).toEqual([true, false]);
    createListMembers(sql).write(1, Float64Array.from([3, 5, 1]), undefined);
    expect(versions()[0]).not.toBe(before[0]);
  });
});

describe('the versions of books in a snapshot', () => {
  it('are looked up by id, even if there are gaps between ids, and are 0 for an unknown book', () => {
    for (const [id, version] of [
      [3, 30],
      [4, 40],
      [9, 90],
      [200, 7],
    ] as const)
      putBook(id, {}, 7, version);
    const version = readVersions(sql, 7);
    expect([1, 2, 3, 4, 5, 8, 9, 10, 199, 200, 201].map(version)).toEqual([0, 0, 30, 40, 0, 0, 90, 0, 0, 7, 0]);
    expect([0, 1].map(readVersions(sql, 9))).toEqual([0, 0]);
  });

  it('are part of a hash, together with the ids and their order', () => {
    const hashes = [
      versionOfBooks([1, 2], () => 1),
      versionOfBooks([2, 1], () => 1),
      versionOfBooks([1, 2], () => 2),
      versionOfBooks([1], () => 1),
      versionOfBooks([1, 2], (id) => id),
    ];
    expect(new Set(hashes).size).toBe(5);
    expect(versionOfBooks([1, 2], () => 1)).toBe(hashes[0]);
  });
});

describe('categories in a snapshot', () => {
  it('are those that have books, sorted by name, with their subcategories and the spelling of their hottest book', () => {
    const bookIn = (name: string, sub_name: string | null) => ({ category: { name, sub_name } });
    putBook(1, bookIn('Romance', 'Village'));
    putBook(2, bookIn('Romance', 'City'));
    putBook(3, bookIn('Mystery', null));
    putList('category:romance', [1, 2], 'Romance');
    putList('category:romance/village', [1], null);
    putList('category:romance/city', [2], 'In the City');
    putList('category:mystery', [3], null);
    putList('category:empty', []);
    putList('genre:1', [1]);
    expect(readCategories(sql, 7)).toEqual([
      { name: 'Mystery', subs: [] },
      { name: 'Romance', subs: ['In the City', 'Village'] },
    ]);
    expect(readCategories(sql, 9)).toEqual([]);
  });
});

describe('tags that occur on books but not in the list of tags', () => {
  const storedNames = (kind: 'tag' | 'adopted') =>
    readNames<{ id: number; name: string }>(sql, 7, kind).map(({ id, name }) => [id, name]);

  it('are copied from the hottest book that has the tag, and deleted with the last such book', () => {
    putBook(1, { tags: [{ id: 3, name: 'Slow' }] });
    putBook(2, {
      tags: [
        { id: 3, name: 'slow' },
        { id: 4, name: 'Quick' },
      ],
    });
    putList('tag:3', [1, 2]);
    const quick = putList('tag:4', [2]);
    putList('tag:5', []);
    sql.run(`INSERT INTO names VALUES (7, 'tag', 4, '{"id":4,"name":"Listed"}')`);
    storeOrphanTags(sql, 7);
    expect([storedNames('adopted'), storedNames('tag')]).toEqual([[[3, 'Slow']], [[4, 'Listed']]]);
    createListMembers(sql).write(1, Float64Array.from([2]), undefined);
    storeOrphanTags(sql, 7);
    expect(storedNames('adopted')).toEqual([[3, 'slow']]);
    sql.run('DELETE FROM lists WHERE id <> ?', quick);
    storeOrphanTags(sql, 7);
    expect(storedNames('adopted')).toEqual([]);
  });
});

describe('keywords in a snapshot', () => {
  const put = (id: number, name: string, books: readonly number[] = [1]) => {
    sql.run(`INSERT INTO names VALUES (7, 'keyword', ?, ?)`, id, JSON.stringify({ id, name, updated_at: '' }));
    putList(`keyword:${id}`, books);
  };
  const listed = () =>
    sql
      .all<{ position: number; slug: string; json: string }>(
        'SELECT position, slug, json FROM keywords WHERE section = 7 ORDER BY position',
      )
      .map(({ position, slug, json }) => `${position} ${slug} ${JSON.parse(json).id}`);

  it('are numbered by name, and only the keyword with the lowest id is listed for each slug', () => {
    put(1, 'sea');
    put(2, 'Ash');
    put(3, 'b c');
    put(4, 'b-c');
    put(5, 'empty', []);
    indexKeywords(sql, 7);
    expect(listed()).toEqual(['0 Ash 2', '1 b-c 3', '2 sea 1']);
    sql.run(`DELETE FROM lists WHERE key = 'keyword:3'`);
    indexKeywords(sql, 7);
    expect(listed()).toEqual(['0 Ash 2', '1 b-c 4', '2 sea 1']);
  });

  it('are not written if they are unchanged', () => {
    put(1, 'sea');
    indexKeywords(sql, 7);
    storePlanKey(file, 'planned');
    indexKeywords(sql, 7);
    expect(readPlanKey(file)).toBe('planned');
    put(2, 'ash');
    indexKeywords(sql, 7);
    expect(readPlanKey(file)).toBeUndefined();
  });

  it('are ordered by UTF-16 code units, then by id', () => {
    const names = [
      { name: 'b', id: 1 },
      { name: 'B', id: 9 },
      { name: 'é', id: 3 },
      { name: 'b', id: 0 },
    ];
    expect(names.sort(byName).map(({ name, id }) => name + id)).toEqual(['B9', 'b0', 'b1', 'é3']);
  });
});

describe('the metadata of a snapshot', () => {
  it('includes the number of books by section', () => {
    putBook(1);
    putBook(2, {}, 7, 1, 0);
    putBook(3, {}, 9);
    expect([countBooks(file, 7), countBooks(file, 9), countBooks(file, 1)]).toEqual([2, 1, 0]);
  });

  it('includes the key of the last plan, until any content changes', () => {
    expect(readPlanKey(file)).toBeUndefined();
    storePlanKey(file, 'one');
    storePlanKey(file, 'two');
    expect(readPlanKey(file)).toBe('two');
    putBook(1);
    expect(readPlanKey(file)).toBeUndefined();
  });

  it('includes the losses reported by the last sync', () => {
    expect(readLosses(file)).toEqual([]);
    const losses = [{ call: 'book.list' }] as unknown as Parameters<typeof storeLosses>[1];
    storeLosses(sql, losses);
    expect(readLosses(file)).toEqual(losses);
    storeLosses(sql, []);
    expect(readLosses(file)).toEqual([]);
  });

  it('includes the responses that the last run used, except responses that are never requested again', () => {
    const cache = createResponseCache(sql);
    for (const key of [
      '/v1/tag.list?a',
      '/v1/genre.list?a',
      '/v1/tag.list?since=1',
      '/v1/book.list?a',
      '/v1/book.show?id=1',
      '/v1/book.chapters?a',
      '/v1/chapter.show?a',
    ])
      cache.set(key, `etag of ${key}`, 'body');
    expect(cache.get('/v1/tag.list?a')).toEqual({ etag: 'etag of /v1/tag.list?a', body: 'body' });
    expect(
      [
        '/v1/tag.list?since=1',
        '/v1/book.list?a',
        '/v1/book.show?id=1',
        '/v1/book.chapters?a',
        '/v1/chapter.show?a',
      ].map((key) => cache.get(key)),
    ).toEqual(Array(5).fill(undefined));
    const next = createResponseCache(sql);
    expect(next.get('/v1/genre.list?a')?.body).toBe('body');
    next.set('/v1/new.list?a', 'e', 'b');
    next.prune();
    expect(sql.all<{ key: string }>('SELECT key FROM answers ORDER BY key').map(({ key }) => key)).toEqual([
      '/v1/genre.list?a',
      '/v1/new.list?a',
    ]);
  });
});
