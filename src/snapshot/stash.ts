import { rmSync } from 'node:fs';
import { openSql, type Sql } from '#src/lib/sqlite.ts';

/** What an interrupted pull of a whole list left behind: its pages from the first to the last, without a gap. */
export interface Begun {
  /** Of the first page: what changed since it is told by the upstream. */
  readonly cursor: string;
  readonly pageSize: number;
  readonly last: number;
}

/** Pages of whole lists, kept in a file of their own while the snapshot's transaction may still come to nothing. */
export interface Stash {
  begun(list: string): Begun | undefined;
  /** The pages kept, in the order in which they came. */
  pages<T>(list: string): Iterable<readonly T[]>;
  /** Keeps a page beside those of its number that are there; the first one begins the list anew. */
  keep(list: string, page: StashedPage): void;
  /** Lets go of the file, for the next run. */
  close(): void;
  /** Removes the file. */
  remove(): void;
}

interface StashedPage {
  readonly items: readonly unknown[];
  readonly page: number;
  readonly page_size: number;
  readonly cursor?: string | undefined;
}

const SCHEMA = `
PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS source (id TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS lists (list TEXT PRIMARY KEY, cursor TEXT NOT NULL, size INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS pages (seq INTEGER PRIMARY KEY, list TEXT NOT NULL, page INTEGER NOT NULL, items TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS pages_by_list ON pages (list, page);
`;

const filesOf = (file: string) => ['', '-wal', '-shm'].map((suffix) => file + suffix);

/** @param source what the pages come from and were checked against; those of another source are forgotten */
export function openStash(file: string, source: string): Stash {
  const sql = openFor(file, source);
  return {
    begun(list) {
      const row = sql.get<ListRow>('SELECT cursor, size FROM lists WHERE list = ?', list);
      const last = sql.get<{ last: number | null }>('SELECT max(page) AS last FROM pages WHERE list = ?', list)?.last;
      return row && last ? { cursor: row.cursor, pageSize: row.size, last } : undefined;
    },
    *pages(list) {
      for (const { items } of sql.each<{ items: string }>('SELECT items FROM pages WHERE list = ? ORDER BY seq', list))
        yield JSON.parse(items);
    },
    keep(list, { items, page, page_size, cursor }) {
      if (page === 1) {
        sql.run('DELETE FROM pages WHERE list = ?', list);
        sql.run('DELETE FROM lists WHERE list = ?', list);
        if (cursor !== undefined) sql.run('INSERT INTO lists VALUES (?, ?, ?)', list, cursor, page_size);
      }
      sql.run(KEEP, list, page, JSON.stringify(items), list);
    },
    close: () => sql.close(),
    remove() {
      sql.close();
      for (const name of filesOf(file)) rmSync(name, { force: true });
    },
  };
}

type ListRow = { cursor: string; size: number };

/** Pages of a list without a cursor are of no use: nobody could tell what has changed since. */
const KEEP = `INSERT INTO pages (list, page, items) SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM lists WHERE list = ?)`;

function openFor(file: string, source: string): Sql {
  const sql = openWhole(file);
  if (sql.get('SELECT 1 FROM source WHERE id = ?', source)) return sql;
  for (const table of ['source', 'lists', 'pages']) sql.exec(`DELETE FROM ${table}`);
  sql.run('INSERT INTO source VALUES (?)', source);
  return sql;
}

/** What cannot be read is begun anew: it would only have saved calls. */
function openWhole(file: string): Sql {
  const sql = openSql(file);
  try {
    sql.exec(SCHEMA);
    return sql;
  } catch {
    sql.close();
    for (const name of filesOf(file)) rmSync(name, { force: true });
    const fresh = openSql(file);
    fresh.exec(SCHEMA);
    return fresh;
  }
}
