import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Book } from '#src/contract/entities/book.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { createBookReader } from '#src/publish/snapshot/list-reader.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { createSnapshotWriter, type SnapshotWriter } from '#src/publish/snapshot/snapshot-writer.ts';
import { makeBook, makeKeyword, makeTag } from '../../../helpers/memory-source.ts';

const SECTION = 7;
let sql: Sql;
let writer: SnapshotWriter;
beforeEach(() => {
  sql = openSnapshot(':memory:');
  writer = createSnapshotWriter(sql, SECTION);
});
afterEach(() => sql.close());

/** Starts the next run. */
const next = () => {
  writer = createSnapshotWriter(sql, SECTION);
  return writer;
};

const taggedBook = (id: number, tag: number, change: Partial<Book> = {}) =>
  makeBook(id, { tags: [{ id: tag, name: `tag ${tag}` }], ...change });

const idsIn = (key: string, section = SECTION) =>
  createBookReader(sql, section)
    .page(key, 1, 100)
    .items.map(({ id }) => id);

describe('a book in the list of all books', () => {
  it('is in every list that matches its fields, and moves to other lists when its fields change', () => {
    writer.putBook(taggedBook(1, 3));
    writer.putBook(taggedBook(2, 3));
    writer.flushLists();
    expect([idsIn('tag:3'), idsIn('tag:4'), idsIn('genre:1')]).toEqual([[1, 2], [], [1, 2]]);
    next().putBook(taggedBook(1, 4));
    writer.flushLists();
    expect([idsIn('tag:3'), idsIn('tag:4'), idsIn('genre:1')]).toEqual([[2], [1], [1, 2]]);
  });

  it('moves up in its lists when it becomes hotter', () => {
    for (const id of [1, 2, 3]) writer.putBook(taggedBook(id, 3));
    writer.flushLists();
    next().putBook(taggedBook(3, 3, { hot: 5000 }));
    writer.flushLists();
    expect([idsIn('tag:3'), idsIn('genre:1')]).toEqual([
      [3, 1, 2],
      [3, 1, 2],
    ]);
  });

  it('is removed from its lists when it is deleted', () => {
    for (const id of [1, 2]) writer.putBook(taggedBook(id, 3));
    writer.flushLists();
    next().removeBook(1);
    writer.removeBook(99);
    writer.flushLists();
    expect([idsIn('tag:3'), writer.hasBook(1), writer.hasBook(2)]).toEqual([[2], false, true]);
    expect(sql.get('SELECT count(*) AS count FROM books')).toEqual({ count: 1 });
  });

  it('is stored separately in each section', () => {
    const other = createSnapshotWriter(sql, 9);
    writer.putBook(taggedBook(1, 3));
    other.putBook(taggedBook(1, 3, { title: 'Other' }));
    writer.flushLists();
    other.flushLists();
    writer.clear();
    expect([idsIn('tag:3'), idsIn('tag:3', 9), writer.hasBook(1), other.hasBook(1)]).toEqual([[], [1], false, true]);
  });

  it('is not written again if it is unchanged', () => {
    writer.putBook(taggedBook(1, 3));
    writer.flushLists();
    const changes = () => sql.get<{ count: number }>('SELECT total_changes() AS count')?.count;
    next();
    const before = changes();
    writer.putBook(taggedBook(1, 3));
    writer.flushLists();
    writer.updateListVersions();
    expect(changes()).toBe(before);
  });

  it('changes the versions of its lists when any of its fields changes', () => {
    const versions = () => ['tag:3', 'genre:1', 'tag:4'].map((key) => createBookReader(sql, SECTION).listVersion(key));
    writer.putBook(taggedBook(1, 3));
    writer.putBook(taggedBook(2, 4, { genres: [] }));
    writer.flushLists();
    writer.updateListVersions();
    const before = versions();
    next().putBook(taggedBook(1, 3, { introduction: 'Another.' }));
    writer.flushLists();
    writer.updateListVersions();
    expect(versions().map((version, at) => version === before[at])).toEqual([false, false, true]);
  });
});

describe("the upstream's own lists in a snapshot", () => {
  it("have the upstream's order and a stored name, and contain each book once", () => {
    writer.putList('shelf:1', [makeBook(3), makeBook(1), makeBook(3)], 'Editors');
    expect(idsIn('shelf:1')).toEqual([3, 1]);
    expect(sql.get('SELECT name, computed FROM lists')).toEqual({ name: 'Editors', computed: 0 });
  });

  it('do not change a book in the list of all books', () => {
    writer.putBook(makeBook(1, { title: 'Own' }));
    writer.putList('shelf:1', [makeBook(1, { title: 'Other', updated_at: '2027-01-01T00:00:00Z' })]);
    expect(createBookReader(sql, SECTION).page('shelf:1', 1, 1).items[0]?.title).toBe('Own');
  });

  it('are recognised by their fingerprint until a book changes', () => {
    expect(writer.hasUpstreamLists('one')).toBe(false);
    writer.clearUpstreamLists('one');
    expect([writer.hasUpstreamLists('one'), writer.hasUpstreamLists('two')]).toEqual([true, false]);
    expect(createSnapshotWriter(sql, 9).hasUpstreamLists('one')).toBe(false);
    for (const change of [() => writer.putBook(makeBook(1)), () => writer.removeBook(1), () => writer.clear()]) {
      expect(next().hasUpstreamLists('one')).toBe(true);
      change();
      expect(writer.hasUpstreamLists('one')).toBe(false);
    }
    next().putBook(makeBook(1));
    expect(next().hasUpstreamLists('one')).toBe(true);
    writer.putBook(makeBook(1));
    expect(writer.hasUpstreamLists('one')).toBe(true);
  });

  it('are deleted together with books that are in no other list', () => {
    writer.putBook(makeBook(1));
    writer.flushLists();
    writer.putList('shelf:1', [makeBook(2), makeBook(1)]);
    writer.clearUpstreamLists('two');
    expect([idsIn('shelf:1'), idsIn('genre:1')]).toEqual([[], [1]]);
    expect(sql.all('SELECT id FROM books')).toEqual([{ id: 1 }]);
    expect(sql.get(`SELECT count(*) AS count FROM members WHERE list NOT IN (SELECT id FROM lists)`)).toEqual({
      count: 0,
    });
  });

  it("also add their books to the lists that match the books' fields, if requested", () => {
    writer.putList('shelf:1', [taggedBook(1, 3), taggedBook(2, 3)]);
    writer.computeListsFromKnownBooks((key) => key !== 'genre:1');
    expect([idsIn('tag:3'), idsIn('genre:1')]).toEqual([[1, 2], []]);
  });
});

describe('the names and menus that a snapshot writer stores', () => {
  it('are stored, changed and removed separately for each kind of name', () => {
    writer.putName('tag', 3, makeTag(3, 'slow'));
    writer.putName('keyword', 3, makeKeyword(3, 'sea'));
    expect([writer.hasName('tag', 3), writer.hasName('keyword', 3), writer.hasName('tag', 4)]).toEqual([
      true,
      true,
      false,
    ]);
    writer.removeName('tag', 3);
    expect([writer.hasName('tag', 3), writer.hasName('keyword', 3)]).toEqual([false, true]);
    writer.clearNames('tag');
    expect(writer.hasName('keyword', 3)).toBe(true);
    writer.clearNames('keyword');
    expect(writer.hasName('keyword', 3)).toBe(false);
  });

  it("count as changed keywords if a keyword changes, or if a keyword's list appears or disappears", () => {
    const changes: [string, () => void, boolean][] = [
      ['nothing', () => {}, false],
      ['a tag', () => writer.putName('tag', 3, makeTag(3, 'slow')), false],
      ['a keyword', () => writer.putName('keyword', 3, makeKeyword(3, 'sea')), true],
      ['a removed tag', () => writer.removeName('tag', 3), false],
      ['a removed keyword', () => writer.removeName('keyword', 3), true],
      ['no more tags', () => writer.clearNames('tag'), false],
      ['no more keywords', () => writer.clearNames('keyword'), true],
      ['a book', () => writer.putBook(makeBook(1)), false],
      ['a book of a keyword', () => writer.putBook(makeBook(2, { keywords: [4] })), true],
      ['another book of it', () => writer.putBook(makeBook(3, { keywords: [4] })), false],
      ['one book of it less', () => writer.removeBook(3), false],
      ['its last book', () => writer.removeBook(2), true],
      ['no more books', () => writer.clear(), true],
    ];
    for (const [what, change, expected] of changes) {
      next();
      change();
      writer.flushLists();
      expect([what, writer.keywordsChanged()]).toEqual([what, expected]);
    }
  });

  it('include one menu for each kind of menu', () => {
    writer.putMenu('genres', [{ id: 1 }]);
    writer.putMenu('genres', [{ id: 2 }]);
    expect(sql.all('SELECT section, kind, json FROM menus')).toEqual([
      { section: 7, kind: 'genres', json: '[{"id":2}]' },
    ]);
  });
});
