import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sql } from '#src/lib/sqlite.ts';
import { openLocalizedSites } from '#src/publish/snapshot/localized-sites.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { createSnapshotWriter, type SnapshotWriter } from '#src/publish/snapshot/snapshot-writer.ts';
import { type OpenSource, openSource } from '#src/publish/snapshot/source.ts';
import { indexKeywords } from '#src/publish/snapshot/tags-and-keywords.ts';
import { makeBook, makeKeyword, makeTag, testBrand } from '../../../helpers/memory-source.ts';

const SECTION = 7;
let folder: string;
let file: string;
let sql: Sql;
let writer: SnapshotWriter;
let opened: OpenSource | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-source-'));
  file = join(folder, 'catalogue.db');
  sql = openSnapshot(file);
  meta('upstream', 'one');
  writer = createSnapshotWriter(sql, SECTION);
});
afterEach(() => {
  opened?.close();
  opened = undefined;
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const meta = (key: string, value: string) => sql.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', key, value);

function open(): OpenSource {
  opened?.close();
  opened = openSource(file, SECTION);
  return opened;
}

function put(...books: ReturnType<typeof makeBook>[]): void {
  for (const book of books) writer.putBook(book);
  writer.flushLists();
  writer.updateListVersions();
}

const ids = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

describe('the capabilities of the upstream in a snapshot', () => {
  it('by default include accounts, but not translators, reports or filters', () => {
    const source = open();
    expect([source.accounts(), source.translators(), source.reports(), source.canFilter('tag')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['accounts', 'yes', true],
    ['accounts', 'no', false],
    ['translators', 'yes', true],
    ['translators', 'no', false],
    ['reports', 'yes', true],
    ['reports', 'no', false],
  ] as const)('are read from the stored value: %s "%s" means %s', (name, storedValue, expected) => {
    meta(name, storedValue);
    expect(open()[name]()).toBe(expected);
  });

  it('include the kinds of lists that the upstream can filter', () => {
    meta('filtered', 'tag genre');
    const source = open();
    expect((['tag', 'genre', 'category', 'letter'] as const).map(source.canFilter)).toEqual([true, true, false, false]);
  });
});

describe('the code that reads a snapshot', () => {
  it('returns the letters and shelves that have books', () => {
    put(makeBook(1, { title: 'Ash' }), makeBook(2, { title: 'birch' }), makeBook(3, { title: '1984' }));
    writer.putMenu('shelves', [
      { id: 5, name: 'Editors', style: 'row' },
      { id: 6, name: 'Empty', style: 'row' },
    ]);
    writer.putList('section:5', [makeBook(2)]);
    writer.putList('shelf:5', [makeBook(3), makeBook(1)]);
    const source = open();
    expect(source.letters()).toEqual(['A', 'B', '0']);
    expect(source.sections()).toEqual([{ id: 5, name: 'Editors' }]);
    expect(source.shelves().map(({ id, books }) => [id, ids(books)])).toEqual([
      [5, [3, 1]],
      [6, []],
    ]);
  });

  it('returns empty menus if the upstream has no menus', () => {
    const source = open();
    expect([source.genres(), source.rankings(), source.shelves(), source.banners(), source.tags()]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  it("returns the upstream's menus of its own section", () => {
    writer.putMenu('rankings', [{ type: 'hot', name: 'Hot', items: [] }]);
    writer.putMenu('genres', [{ id: 3, name: 'Love' }]);
    const source = open();
    expect([source.rankings(), source.genres()]).toEqual([
      [{ type: 'hot', name: 'Hot', items: [] }],
      [{ id: 3, name: 'Love' }],
    ]);
    const other = openSource(file, 9);
    expect([other.rankings(), other.genres()]).toEqual([[], []]);
    other.close();
  });

  it('returns the books, the first book and the version of a list', () => {
    put(...[5, 3, 1, 4].map((id) => makeBook(id, { tags: [{ id: 8, name: 'slow' }] })));
    const source = open();
    const list = { kind: 'tag', id: 8 } as const;
    expect([ids(source.books(list, 2, 3).items), source.total(list), source.firstBookId(list)]).toEqual([[5], 4, 1]);
    const none = { kind: 'tag', id: 9 } as const;
    expect([source.books(none, 1, 3).items, source.total(none), source.firstBookId(none)]).toEqual([[], 0, 0]);
    expect([source.version(none, 1, 3), source.listVersion(none)]).toEqual(['0', '']);
    const versions = [source.version(list, 1, 3), source.version(list, 2, 3), source.listVersion(list)];
    expect(new Set(versions).size).toBe(3);
    put(makeBook(5, { tags: [{ id: 8, name: 'slow' }], introduction: 'Another.' }));
    const later = open();
    expect(
      [later.version(list, 1, 3), later.version(list, 2, 3), later.listVersion(list)].map(
        (one, at) => one === versions[at],
      ),
    ).toEqual([true, false, false]);
  });

  it('returns only banners whose target exists', () => {
    put(makeBook(1, { tags: [{ id: 8, name: 'slow' }] }));
    writer.putName('tag', 8, makeTag(8, 'slow'));
    writer.putName('tag', 9, makeTag(9, 'empty'));
    writer.putMenu('rankings', [
      {
        type: 'hot',
        name: 'Hot',
        items: [
          { id: 1, name: 'Day' },
          { id: 2, name: 'Week' },
        ],
      },
      { type: 'new', name: 'New', items: [] },
    ]);
    writer.putMenu('shelves', [{ id: 5, name: 'Editors', style: 'row' }]);
    writer.putList('ranking:hot:2', [makeBook(1)]);
    writer.putList('ranking:hot:3', [makeBook(1)]);
    writer.putList('section:5', [makeBook(1)]);
    const targets = [
      { kind: 'tag', tag: { id: 8, name: 'slow' } },
      { kind: 'tag', tag: { id: 9, name: 'empty' } },
      { kind: 'ranking', type: 'hot', id: 1 },
      { kind: 'ranking', type: 'hot', id: 2 },
      { kind: 'ranking', type: 'hot', id: 3 },
      { kind: 'ranking', type: 'new', id: 2 },
      { kind: 'section', section: { id: 5, name: 'Editors' } },
      { kind: 'section', section: { id: 6, name: 'None' } },
    ];
    writer.putMenu(
      'banners',
      targets.map((target, at) => ({ id: at + 1, target })),
    );
    expect(ids(open().banners())).toEqual([1, 4, 7]);
  });

  it('returns keywords by page and by slug', () => {
    for (const [id, name] of ['ash', 'birch', 'cedar', 'dogwood', 'elm'].entries()) {
      writer.putName('keyword', id + 1, makeKeyword(id + 1, name));
      put(makeBook(id + 1, { keywords: [id + 1] }));
    }
    indexKeywords(sql, SECTION);
    const source = open();
    const page = (number: number) => {
      const { items, ...rest } = source.keywords(number, 2);
      return { names: items.map(({ name }) => name), ...rest };
    };
    expect([page(1), page(2), page(3), page(4)]).toEqual([
      { names: ['ash', 'birch'], page: 1, page_size: 2, total: 5 },
      { names: ['cedar', 'dogwood'], page: 2, page_size: 2, total: 5 },
      { names: ['elm'], page: 3, page_size: 2, total: 5 },
      { names: [], page: 4, page_size: 2, total: 5 },
    ]);
    expect([source.keyword('cedar')?.id, source.keyword('fir')]).toEqual([3, undefined]);
    const other = openSource(file, 9);
    expect([other.keywords(1, 2).total, other.keyword('cedar')]).toEqual([0, undefined]);
    other.close();
  });

  it('returns all tags sorted by name, including tags that occur only on books', () => {
    writer.putName('tag', 8, makeTag(8, 'slow'));
    sql.run(`INSERT INTO names VALUES (7, 'adopted', 9, '{"id":9,"name":"quick"}')`);
    expect(
      open()
        .tags()
        .map(({ name }) => name),
    ).toEqual(['quick', 'slow']);
  });

  it('returns categories sorted by name', () => {
    const bookIn = (name: string, sub_name: string | null) => ({ category: { name, sub_name } });
    put(
      makeBook(1, bookIn('Sea', 'Wrecks')),
      makeBook(2, bookIn('Air', null)),
      makeBook(3, bookIn('Sea', 'Harbours')),
      makeBook(4, bookIn('Moor', null)),
    );
    expect(open().categories()).toEqual([
      { name: 'Air', subs: [] },
      { name: 'Moor', subs: [] },
      { name: 'Sea', subs: ['Harbours', 'Wrecks'] },
    ]);
  });
});

describe('a snapshot opened for reading', () => {
  it('does not change during a sync, and its file is released when it is closed', () => {
    put(makeBook(1));
    const source = openSource(file, SECTION);
    put(makeBook(2));
    const list = { kind: 'genre', id: 1 } as const;
    expect([source.total(list), open().total(list)]).toEqual([1, 2]);
    source.close();
    expect(() => source.total({ kind: 'genre', id: 5 })).toThrow();
  });

  it('cannot be opened if there is no file, or if the first sync failed', () => {
    const missing = join(folder, 'none.db');
    const message = (path: string) => `There is no snapshot ${path}. Create it with: npm run rebuild`;
    expect(() => openSource(missing, SECTION)).toThrow(message(missing));
    sql.run(`DELETE FROM meta WHERE key = 'upstream'`);
    expect(() => openSource(file, SECTION)).toThrow(message(file));
  });

  it('exists for each language of a brand, and reads the section of that language', () => {
    put(makeBook(1));
    const sites = openLocalizedSites({ ...testBrand, locales: ['en', 'es'] }, file);
    const list = { kind: 'genre', id: 1 } as const;
    expect(
      sites.all.map(({ site, source }) => [site.locale.code, site.brand.id, site.paths.genres(), source.total(list)]),
    ).toEqual([
      ['en', 'test', '/genres', 1],
      ['es', 'test', '/es/genres', 0],
    ]);
    sites.close();
    for (const { source } of sites.all) expect(() => source.genres()).toThrow();
  });
});

describe('a snapshot opened for writing', () => {
  it('keeps a file of this version, and replaces a file that has another version or is not a database', () => {
    put(makeBook(1));
    sql.close();
    sql = openSnapshot(file);
    expect(sql.get('SELECT count(*) AS count FROM books')).toEqual({ count: 1 });
    sql.exec('PRAGMA user_version = 1');
    sql.close();
    sql = openSnapshot(file);
    expect(sql.get('SELECT count(*) AS count FROM books')).toEqual({ count: 0 });
    expect(sql.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    sql.close();
    for (const suffix of ['', '-wal', '-shm']) writeFileSync(file + suffix, 'no database at all, '.repeat(500));
    sql = openSnapshot(file);
    expect(sql.get('SELECT count(*) AS count FROM books')).toEqual({ count: 0 });
  });

  it('cannot be opened if the parent path is not a folder', () => {
    const path = join(folder, 'a-file');
    writeFileSync(path, '');
    expect(() => openSnapshot(join(path, 'catalogue.db'))).toThrow();
    // A file that cannot be opened for other reasons is not replaced.
    expect(() => openSnapshot(folder)).toThrow();
  });

  it("deletes the key of the last plan when the upstream's capabilities change", () => {
    for (const key of ['accounts', 'translators', 'reports', 'filtered']) {
      meta('planned', 'the plan');
      meta(key, 'first');
      expect(sql.get(`SELECT value FROM meta WHERE key = 'planned'`)).toBeUndefined();
      meta('planned', 'the plan');
      sql.run('UPDATE meta SET value = ? WHERE key = ?', 'second', key);
      expect(sql.get(`SELECT value FROM meta WHERE key = 'planned'`)).toBeUndefined();
    }
    meta('planned', 'the plan');
    meta('cursor', '1');
    expect(sql.get(`SELECT value FROM meta WHERE key = 'planned'`)).toEqual({ value: 'the plan' });
  });
});
