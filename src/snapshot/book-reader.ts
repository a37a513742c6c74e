import type { Book } from '#src/contract/entities/book.ts';
import type { Page } from '#src/contract/paging.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { createStretches } from './members.ts';
import { readVersions, versionOfBooks } from './versions.ts';

/** Reads the lists of one section. */
export interface BookReader {
  /** Books the list has: 0 for an unknown one. */
  total(key: string): number;
  /** Books of the list by position; as fast however far in. */
  page(key: string, page: number, pageSize: number): Page<Book>;
  /** Id of the first book; 0 where there is none. */
  leader(key: string): number;
  /** What `page` would give, as a text that changes with it. */
  version(key: string, page: number, pageSize: number): string;
  /** What all pages of the list would give, as a text that changes with it. */
  listVersion(key: string): string;
}

type ListRow = { id: number; total: number; version: string };

/** Parsed books kept, and as many again of those before them: the hottest ones stand in many lists. */
const KEPT_BOOKS = 4000;

export function createBookReader(sql: Sql, section: number): BookReader {
  const lists = new Map<string, ListRow | undefined>();
  const find = (key: string): ListRow | undefined => {
    if (!lists.has(key)) lists.set(key, sql.get<ListRow>(LIST, section, key));
    return lists.get(key);
  };
  const bookOf = createBooks(sql, section);
  const stretch = createStretches(sql);
  const idsOf = (list: ListRow, page: number, pageSize: number) =>
    stretch(list.id, (page - 1) * pageSize, page * pageSize);
  let versions: ReturnType<typeof readVersions> | undefined;
  return {
    total: (key) => find(key)?.total ?? 0,
    page(key, page, pageSize) {
      const list = find(key);
      const ids = list ? idsOf(list, page, pageSize) : [];
      return { items: ids.flatMap((id) => bookOf(id) ?? []), page, page_size: pageSize, total: list?.total ?? 0 };
    },
    leader(key) {
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

function createBooks(sql: Sql, section: number): (id: number) => Book | undefined {
  let kept = new Map<number, Book>();
  let before = kept;
  const read = (id: number): Book | undefined => {
    const row = sql.get<{ json: string }>('SELECT json FROM books WHERE section = ? AND id = ?', section, id);
    return row && JSON.parse(row.json);
  };
  return (id) => {
    const known = kept.get(id);
    if (known) return known;
    const book = before.get(id) ?? read(id);
    if (!book) return undefined;
    if (kept.size >= KEPT_BOOKS) {
      before = kept;
      kept = new Map();
    }
    kept.set(id, book);
    return book;
  };
}
