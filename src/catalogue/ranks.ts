import type { Sql } from '#src/lib/sqlite.ts';

/** The members of a section's lists. Computed lists are ordered by hot, highest first, then by id. */
export interface Ranks {
  clear(): void;
  /** Notes that the book no longer stands in these lists. */
  leave(book: number, keys: readonly string[]): void;
  /** Notes that the book stands in these lists. */
  enter(book: number, hot: number, keys: readonly string[]): void;
  /** Orders anew every list somebody left or entered, and no other. */
  settle(): void;
  /** Writes a list as given. */
  give(key: string, books: readonly number[], name: string | undefined): void;
}

const NOTES = `
CREATE TEMP TABLE IF NOT EXISTS touched (list INTEGER PRIMARY KEY);
CREATE TEMP TABLE IF NOT EXISTS moved (list INTEGER, book INTEGER, PRIMARY KEY (list, book)) WITHOUT ROWID;
CREATE TEMP TABLE IF NOT EXISTS entered (list INTEGER, book INTEGER, hot INTEGER, PRIMARY KEY (list, book)) WITHOUT ROWID;
CREATE TEMP TABLE IF NOT EXISTS ranked (list INTEGER, position INTEGER, book INTEGER);
DELETE FROM touched; DELETE FROM moved; DELETE FROM entered; DELETE FROM ranked;
`;

export function createRanks(sql: Sql, section: number): Ranks {
  const lists = createLists(sql, section);
  const touch = (list: number) => sql.run('INSERT OR IGNORE INTO touched VALUES (?)', list);
  const move = (list: number, book: number) => {
    touch(list);
    sql.run('INSERT OR IGNORE INTO moved VALUES (?, ?)', list, book);
  };
  sql.exec(NOTES);
  return {
    clear() {
      sql.exec(NOTES);
      lists.clear();
    },
    leave(book, keys) {
      for (const key of keys) {
        const list = lists.id(key);
        move(list, book);
        sql.run('DELETE FROM entered WHERE list = ? AND book = ?', list, book);
      }
    },
    enter(book, hot, keys) {
      for (const key of keys) {
        const list = lists.id(key);
        move(list, book);
        sql.run('INSERT OR REPLACE INTO entered VALUES (?, ?, ?)', list, book, hot);
      }
    },
    settle() {
      for (const step of SETTLE) sql.run(step);
      lists.dropEmpty();
      sql.exec(NOTES);
    },
    give: (key, books, name) => lists.give(key, books, name),
  };
}

const SETTLE = [
  `INSERT INTO ranked SELECT list, row_number() OVER (PARTITION BY list ORDER BY hot DESC, book) - 1, book FROM (
     SELECT m.list, m.book, b.hot FROM touched t JOIN members m ON m.list = t.list JOIN lists l ON l.id = t.list
       JOIN books b ON b.section = l.section AND b.id = m.book 
       WHERE NOT EXISTS (SELECT 1 FROM moved o WHERE o.list = m.list AND o.book = m.book)
     UNION ALL SELECT list, book, hot FROM entered)`,
  'DELETE FROM members WHERE list IN (SELECT list FROM touched)',
  'INSERT INTO members SELECT list, position, book FROM ranked ORDER BY list, position',
  'UPDATE lists SET total = (SELECT count(*) FROM members WHERE list = lists.id) WHERE id IN (SELECT list FROM touched)',
];

type IdRow = { id: number };

function createLists(sql: Sql, section: number) {
  const ids = new Map<string, number>();
  const find = (key: string, computed: 0 | 1): number => {
    sql.run('INSERT OR IGNORE INTO lists (section, key, computed) VALUES (?, ?, ?)', section, key, computed);
    return sql.get<IdRow>('SELECT id FROM lists WHERE section = ? AND key = ?', section, key)?.id ?? 0;
  };
  return {
    clear() {
      ids.clear();
      sql.run('DELETE FROM members WHERE list IN (SELECT id FROM lists WHERE section = ?)', section);
      sql.run('DELETE FROM lists WHERE section = ?', section);
    },
    id(key: string): number {
      const id = ids.get(key) ?? find(key, 1);
      ids.set(key, id);
      return id;
    },
    give(key: string, books: readonly number[], name: string | undefined) {
      const list = find(key, 0);
      sql.run('UPDATE lists SET computed = 0, total = ?, name = ? WHERE id = ?', books.length, name ?? null, list);
      sql.run('DELETE FROM members WHERE list = ?', list);
      for (const [position, book] of books.entries())
        sql.run('INSERT INTO members VALUES (?, ?, ?)', list, position, book);
    },
    dropEmpty() {
      ids.clear();
      sql.run('DELETE FROM lists WHERE section = ? AND total = 0', section);
    },
  };
}
