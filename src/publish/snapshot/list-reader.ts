import type { Book } from '#src/contract/entities/book.ts';
import type { Page } from '#src/contract/paging.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { readVersions, versionOfBooks } from './book-versions.ts';
import { createRangeReader } from './list-members.ts';

/** Reads the lists of one section. */
export interface BookReader {
  /** Number of books in the list; 0 for an unknown list. */
  total(key: string): number;
  /** Returns a page of the list. Later pages cost no more than the first. */
  page(key: string, page: number, pageSize: number): Page<Book>;
  /** Id of the list's first book; 0 if the list is empty. */
  firstBookId(key: string): number;
  /** A string that changes with the result of `page`. */
  version(key: string, page: number, pageSize: number): string;
  /** A string that changes with any page of the list. */
  listVersion(key: string): string;
}

type ListRow = { id: number; total: number; version: string };

/**
 * Number of parsed books in each of the cache's two generations. The cache helps because the hottest books are in many
 * lists.
 */
const CACHE_SIZE = 4000;

export function createBookReader(sql: Sql, section: number): BookReader {
  const lists = new Map<string, ListRow | undefined>();
  const find = (key: string): ListRow | undefined => {
    if (!lists.has(key)) lists.set(key, sql.get<ListRow>(LIST, section, key));
    return lists.get(key);
  };
  const bookOf = createBookCache(sql, section);
  const readRange = createRangeReader(sql);
  const idsOf = (list: ListRow, page: number, pageSize: number) =>
    readRange(list.id, (page - 1) * pageSize, page * pageSize);
  let versions: ReturnType<typeof readVersions> | undefined;
  return {
    total: (key) => find(key)?.total ?? 0,
    page(key, page, pageSize) {
      const list = find(key);
      const ids = list ? idsOf(list, page, pageSize) : [];
      return { items: ids.flatMap((id) => bookOf(id) ?? []), page, page_size: pageSize, total: list?.total ?? 0 };
    },
    firstBookId(key) {
      const list = find(key);
      return (list && idsOf(list, 1, 1)[0]) ?? 0;
    },
    version(key, page, pageSize) {
      const list = find(key);
      if (!list) return '0';
      versions ??= readVersions(sql, section);
      return `${list.total} ${versionOfBooks(idsOf(list, page, pageSize), versions)}`;
    },
    listVersion: (key) => find(key)?.version ?? '',
  };
}

const LIST = 'SELECT id, total, version FROM lists WHERE section = ? AND key = ?';

/** Returns a function that reads the first book of a list, given the list's id. */
export function createFirstBookReader(sql: Sql, section: number): (list: number) => Book | undefined {
  const readRange = createRangeReader(sql);
  return (list) => {
    const [id] = readRange(list, 0, 1);
    return id === undefined ? undefined : readBook(sql, section, id);
  };
}

function readBook(sql: Sql, section: number, id: number): Book | undefined {
  const row = sql.get<{ json: string }>('SELECT json FROM books WHERE section = ? AND id = ?', section, id);
  return row && JSON.parse(row.json);
}

function createBookCache(sql: Sql, section: number): (id: number) => Book | undefined {
  let current = new Map<number, Book>();
  let previous = current;
  return (id) => {
    const cached = current.get(id);
    if (cached) return cached;
    const book = previous.get(id) ?? readBook(sql, section, id);
    if (!book) return undefined;
    if (current.size >= CACHE_SIZE) {
      previous = current;
      current = new Map();
    }
    current.set(id, book);
    return book;
  };
}
