import { rmSync } from 'node:fs';
import { openSql, type Sql } from '#src/lib/sqlite.ts';

/** The saved part of an interrupted pull of a complete list: all pages up to `lastPage`. */
export interface InterruptedPull {
  /** Cursor of the first page, used to request later changes from the upstream. */
  readonly cursor: string;
  readonly pageSize: number;
  readonly lastPage: number;
}

/**
 * The pages that a pull has read so far, in a separate file. The snapshot is written in one transaction, which an
 * interruption rolls back. With the checkpoint, the next run continues where this one stopped.
 */
export interface PullCheckpoint {
  interrupted(list: string): InterruptedPull | undefined;
  /** The saved pages in reading order. */
  pages<T>(list: string): Iterable<readonly T[]>;
  /** Saves a page. Saving page 1 deletes the list's earlier pages. Any other page may be saved more than once. */
  savePage(list: string, page: CheckpointPage): void;
  /** Closes the file and leaves it for the next run. */
  close(): void;
  /** Closes and removes the file. */
  remove(): void;
}

interface CheckpointPage {
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

/** @param source identifies the upstream and the contract version; saved pages from any other source are deleted */
export function openPullCheckpoint(file: string, source: string): PullCheckpoint {
  const sql = openForSource(file, source);
  return {
    interrupted(list) {
      const row = sql.get<ListRow>('SELECT cursor, size FROM lists WHERE list = ?', list);
      const last = sql.get<{ last: number | null }>('SELECT max(page) AS last FROM pages WHERE list = ?', list)?.last;
      return row && last ? { cursor: row.cursor, pageSize: row.size, lastPage: last } : undefined;
    },
    *pages(list) {
      for (const { items } of sql.each<{ items: string }>('SELECT items FROM pages WHERE list = ? ORDER BY seq', list))
        yield JSON.parse(items);
    },
    savePage(list, { items, page, page_size, cursor }) {
      if (page === 1) {
        sql.run('DELETE FROM pages WHERE list = ?', list);
        sql.run('DELETE FROM lists WHERE list = ?', list);
        if (cursor !== undefined) sql.run('INSERT INTO lists VALUES (?, ?, ?)', list, cursor, page_size);
      }
      sql.run(SAVE_PAGE, list, page, JSON.stringify(items), list);
    },
    close: () => sql.close(),
    remove() {
      sql.close();
      for (const name of filesOf(file)) rmSync(name, { force: true });
    },
  };
}

type ListRow = { cursor: string; size: number };

/**
 * Skips pages of lists without a cursor, because the next run could not ask for the changes made since they were read.
 */
const SAVE_PAGE = `INSERT INTO pages (list, page, items) SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM lists WHERE list = ?)`;

function openForSource(file: string, source: string): Sql {
  const sql = openOrReplace(file);
  if (sql.get('SELECT 1 FROM source WHERE id = ?', source)) return sql;
  for (const table of ['source', 'lists', 'pages']) sql.exec(`DELETE FROM ${table}`);
  sql.run('INSERT INTO source VALUES (?)', source);
  return sql;
}

/** Opens the file. Replaces it if it cannot be read: losing it only costs calls. */
function openOrReplace(file: string): Sql {
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
