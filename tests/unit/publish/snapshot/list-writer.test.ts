import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sql } from '#src/lib/sqlite.ts';
import { createListMembers, createRangeReader } from '#src/publish/snapshot/list-members.ts';
import { createListWriter } from '#src/publish/snapshot/list-writer.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';

const SECTION = 7;
const KEY = 'genre:1';

let folder: string;
let sql: Sql;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lists-'));
  sql = openSnapshot(join(folder, 'catalogue.db'));
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true });
});

const idOf = (key: string) => sql.get<{ id: number }>('SELECT id FROM lists WHERE key = ?', key)?.id ?? 0;
const booksIn = (key: string) => [...createListMembers(sql).books(idOf(key))];

/** A book and its weight; undefined removes the book. There are only a few values, so that many weights are equal. */
const change = fc.record({ book: fc.integer({ min: 1, max: 12 }), hot: fc.option(fc.nat(3), { nil: undefined }) });
/** The changes before each of several nightly rebuilds. */
const nights = fc.array(fc.array(change, { maxLength: 10 }), { minLength: 1, maxLength: 6 });

type Change = { readonly book: number; readonly hot: number | undefined };

function write(changes: readonly Change[], key: string): void {
  const writer = createListWriter(sql, SECTION);
  for (const { book, hot } of changes) {
    if (hot === undefined) writer.remove(book, [key]);
    else writer.add(book, hot, [key]);
  }
  writer.flush();
}

describe('a list computed from the fields of books', () => {
  it('has the same order after many rebuilds as after one rebuild: by weight, then by id', () => {
    let run = 0;
    fc.assert(
      fc.property(nights, (all) => {
        run += 1;
        const [byNight, atOnce] = [`tag:${2 * run}`, `tag:${2 * run + 1}`];
        for (const changes of all) write(changes, byNight);
        const last = new Map(all.flat().map(({ book, hot }) => [book, hot]));
        const inIt = [...last].flatMap(([book, hot]) => (hot === undefined ? [] : [{ book, hot }]));
        write(inIt, atOnce);
        const expected = inIt.sort((a, b) => b.hot - a.hot || a.book - b.book);
        expect(booksIn(byNight)).toEqual(expected.map(({ book }) => book));
        expect(booksIn(atOnce)).toEqual(booksIn(byNight));
      }),
      { numRuns: 150 },
    );
  });

  it('is deleted with its last book, and reported if it is a keyword', () => {
    write([{ book: 1, hot: 1 }], 'keyword:sea');
    const writer = createListWriter(sql, SECTION);
    writer.remove(1, ['keyword:sea']);
    expect(writer.keywordListsChanged()).toBe(false);
    writer.flush();
    writer.flush();
    expect([idOf('keyword:sea'), writer.keywordListsChanged()]).toEqual([0, true]);
  });

  it('gets a new version only if one of its books moves or changes', () => {
    const version = () => sql.get<{ version: string }>('SELECT version FROM lists WHERE key = ?', KEY)?.version;
    const writer = createListWriter(sql, SECTION);
    const versions = [
      [1, 5],
      [2, 5],
      [2, 9],
      [2, 5],
    ].map(([book = 0, hot = 0]) => {
      writer.add(book, hot, [KEY]);
      writer.flush();
      writer.updateVersions();
      return version();
    });
    expect(new Set(versions).size).toBe(3);
    expect(versions[3]).toBe(versions[1]);
  });
});

describe('a list stored in blocks', () => {
  it('is read in ranges across its blocks', () => {
    const writer = createListWriter(sql, SECTION);
    const books = Array.from({ length: 1203 }, (_, index) => 3000 - index);
    writer.replace(KEY, books, 'Popular');
    const read = createRangeReader(sql);
    const ranges = [
      [0, 20],
      [490, 510],
      [499, 500],
      [500, 501],
      [0, 1203],
      [1190, 5000],
      [1203, 1300],
    ] as const;
    for (const [from, to] of ranges) expect([from, read(idOf(KEY), from, to)]).toEqual([from, books.slice(from, to)]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [500, 1],
    [501, 2],
    [1000, 2],
  ])('with %i books is stored in %i blocks', (count, blocks) => {
    const writer = createListWriter(sql, SECTION);
    const books = Array.from({ length: count }, (_, index) => index + 1);
    writer.replace(KEY, books, 'Popular');
    expect(sql.get('SELECT count(*) AS blocks FROM members WHERE list = ?', idOf(KEY))).toEqual({ blocks });
    expect(createRangeReader(sql)(idOf(KEY), 0, count + 1)).toEqual(books);
  });

  it('deletes blocks that it no longer needs', () => {
    const writer = createListWriter(sql, SECTION);
    writer.replace(
      KEY,
      Array.from({ length: 1203 }, (_, index) => index + 1),
      undefined,
    );
    writer.replace(KEY, [5, 4], undefined);
    expect(booksIn(KEY)).toEqual([5, 4]);
  });
});
