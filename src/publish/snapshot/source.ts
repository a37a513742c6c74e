import { existsSync } from 'node:fs';
import type { Book } from '#src/contract/entities/book.ts';
import type { Banner, CategoryEntry, Genre, Keyword, RankingType, Shelf, Tag } from '#src/contract/entities/listing.ts';
import { LecternError } from '#src/lib/errors.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import { LETTERS } from '#src/routes/paths.ts';
import type { LivingShelf, Source } from '#src/shell/page/source.ts';
import { targetExists } from './banner-targets.ts';
import { readCategories } from './categories.ts';
import { createDates } from './content-dates.ts';
import { listKey, shelfKey } from './list-key.ts';
import { type BookReader, createBookReader } from './list-reader.ts';
import { createPrerenderedBooks } from './prerendered-books.ts';
import { byName, readNames } from './tags-and-keywords.ts';

export interface OpenSource extends Source {
  close(): void;
}

/**
 * Opens one section of a snapshot in a read transaction: writes of a concurrent sync are not visible. Short lists are
 * read once and cached, so callers must not modify the results.
 */
export function openSource(file: string, section: number): OpenSource {
  if (!existsSync(file)) throw noSnapshot(file);
  const sql = openSql(file, { readOnly: true });
  sql.exec('PRAGMA busy_timeout = 10000; BEGIN');
  // SQLite starts a read transaction at the first read, not at BEGIN.
  if (metaOf(sql, 'upstream') === undefined) {
    sql.close();
    throw noSnapshot(file);
  }
  return { ...sourceOf(sql, section), close: () => sql.close() };
}

/** The file may exist without content, if the first sync failed. */
const noSnapshot = (file: string) =>
  new LecternError('NO_SNAPSHOT', `There is no snapshot ${file}. Create it with: npm run rebuild`);

function sourceOf(sql: Sql, section: number): Source {
  const reader = createBookReader(sql, section);
  const menu = <T>(kind: string) => once(() => readMenu<T>(sql, section, kind));
  const genres = menu<Genre>('genres');
  const rankings = menu<RankingType>('rankings');
  const shelves = once(() => readShelves(menu<Omit<Shelf, 'books'>>('shelves')(), reader));
  const tags = once(() => readTags(sql, section));
  const filtered = once(() => (metaOf(sql, 'filtered') ?? '').split(' '));
  const keywordTotal = once(() => countKeywords(sql, section));
  const total = (list: Parameters<typeof listKey>[0]) => reader.total(listKey(list));
  return {
    genres,
    rankings,
    shelves,
    tags,
    accounts: once(() => metaOf(sql, 'accounts') !== 'no'),
    translators: once(() => metaOf(sql, 'translators') === 'yes'),
    reports: once(() => metaOf(sql, 'reports') === 'yes'),
    livingShelves: menu<LivingShelf>('living'),
    banners: once(() =>
      menu<Banner>('banners')().filter((banner) => targetExists(banner.target, { genres, tags, rankings, total })),
    ),
    categories: once((): CategoryEntry[] => readCategories(sql, section)),
    letters: once(() => LETTERS.filter((letter) => total({ kind: 'letter', letter }) > 0)),
    sections: once(() =>
      shelves()
        .filter(({ id }) => total({ kind: 'section', id }) > 0)
        .map(({ id, name }) => ({ id, name })),
    ),
    keywords: (page, pageSize) => ({
      items: readKeywords(sql, section, (page - 1) * pageSize, page * pageSize),
      page,
      page_size: pageSize,
      total: keywordTotal(),
    }),
    keyword: (slug) => {
      const row = sql.get<JsonRow>('SELECT json FROM keywords WHERE section = ? AND slug = ?', section, slug);
      return row && parse<Keyword>(row);
    },
    books: (list, page, pageSize) => reader.page(listKey(list), page, pageSize),
    total,
    version: (list, page, pageSize) => reader.version(listKey(list), page, pageSize),
    listVersion: (list) => reader.listVersion(listKey(list)),
    firstBookId: (list) => reader.firstBookId(listKey(list)),
    canFilter: (kind) => filtered().includes(kind),
    ...createDates(sql, section),
    prerendered: createPrerenderedBooks(sql, section),
  };
}

const metaOf = (sql: Sql, key: string) =>
  sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;

function once<T>(read: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: read() };
    return value.of;
  };
}

type JsonRow = { json: string };
const parse = <T>({ json }: JsonRow): T => JSON.parse(json);

function readMenu<T>(sql: Sql, section: number, kind: string): T[] {
  const row = sql.get<JsonRow>('SELECT json FROM menus WHERE section = ? AND kind = ?', section, kind);
  return row ? parse<T[]>(row) : [];
}

const SHELF_BOOKS = 100;

const readShelves = (menu: Omit<Shelf, 'books'>[], reader: BookReader): Shelf[] =>
  menu.map((shelf) => ({ ...shelf, books: reader.page(shelfKey(shelf.id), 1, SHELF_BOOKS).items as Book[] }));

const readTags = (sql: Sql, section: number): Tag[] =>
  [...readNames<Tag>(sql, section, 'tag'), ...readNames<Tag>(sql, section, 'adopted')].sort(byName);

const KEYWORDS = 'SELECT json FROM keywords WHERE section = ? AND position >= ? AND position < ? ORDER BY position';

const readKeywords = (sql: Sql, section: number, from: number, to: number) =>
  sql.all<JsonRow>(KEYWORDS, section, from, to).map((row) => parse<Keyword>(row));

const countKeywords = (sql: Sql, section: number) =>
  sql.get<{ total: number }>('SELECT count(*) AS total FROM keywords WHERE section = ?', section)?.total ?? 0;
