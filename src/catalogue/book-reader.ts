import type { Book } from '#src/contract/entities/book.ts';
import type { Page } from '#src/contract/paging.ts';
import type { Sql } from '#src/lib/sqlite.ts';

/** Reads the lists of one section. */
export interface BookReader {
  /** Books the list has: 0 for an unknown one. */
  total(key: string): number;
  /** Books of the list by position; one range of its key, however far in. */
  page(key: string, page: number, pageSize: number): Page<Book>;
  /** What `page` would give, as a text that changes with it. */
  version(key: string, page: number, pageSize: number): string;
}

type ListRow = { id: number; total: number };
type MemberRow = { book: number; json: string };

/** Parsed books kept: the hottest ones stand in many lists. */
const KEPT_BOOKS = 4000;

export function createBookReader(sql: Sql, section: number): BookReader {
  const lists = new Map<string, ListRow | undefined>();
  const find = (key: string): ListRow | undefined => {
    if (!lists.has(key))
      lists.set(key, sql.get<ListRow>('SELECT id, total FROM lists WHERE section = ? AND key = ?', section, key));
    return lists.get(key);
  };
  const parse = createParser();
  return {
    total: (key) => find(key)?.total ?? 0,
    page(key, page, pageSize) {
      const list = find(key);
      const from = (page - 1) * pageSize;
      const rows = list ? sql.all<MemberRow>(MEMBERS, list.id, from, from + pageSize, section) : [];
      return { items: rows.map(parse), page, page_size: pageSize, total: list?.total ?? 0 };
    },
    version(key, page, pageSize) {
      const list = find(key);
      if (!list) return '0';
      const from = (page - 1) * pageSize;
      const row = sql.get<{ versions: string }>(VERSIONS, list.id, from, from + pageSize, section);
      return `${list.total} ${row?.versions ?? ''}`;
    },
  };
}

const MEMBERS = `SELECT m.book, b.json FROM members m CROSS JOIN books b
  WHERE m.list = ? AND m.position >= ? AND m.position < ? AND b.section = ? AND b.id = m.book ORDER BY m.position`;

const VERSIONS = `SELECT coalesce(group_concat(book || ':' || version), '') AS versions FROM (
  SELECT m.book, b.version FROM members m CROSS JOIN books b
  WHERE m.list = ? AND m.position >= ? AND m.position < ? AND b.section = ? AND b.id = m.book ORDER BY m.position)`;

function createParser(): (row: MemberRow) => Book {
  const kept = new Map<number, Book>();
  return ({ book: id, json }) => {
    const known = kept.get(id);
    if (known) return known;
    const book: Book = JSON.parse(json);
    if (kept.size >= KEPT_BOOKS) kept.clear();
    kept.set(id, book);
    return book;
  };
}
