import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSql, type Sql } from '#src/lib/sqlite.ts';

/** Raised whenever the tables or what stands in them change: the snapshot is then pulled anew. */
const VERSION = 2;

/**
 * The snapshot of one brand's upstream. `books.feed` tells a book of `book.list` from one met in a ranking or shelf
 * only; `lists.computed` a list made from the books from one the upstream gave. Members stand at positions 0 to
 * total - 1, so that any page of a list is one range of its key.
 */
const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE books (
  section INTEGER NOT NULL, id INTEGER NOT NULL, hot INTEGER NOT NULL, updated_at TEXT NOT NULL,
  feed INTEGER NOT NULL, json TEXT NOT NULL, version TEXT NOT NULL, UNIQUE (section, id)
);
CREATE TABLE names (
  section INTEGER NOT NULL, kind TEXT NOT NULL, id INTEGER NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (section, kind, id)
) WITHOUT ROWID;
CREATE TABLE menus (section INTEGER NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (section, kind)) WITHOUT ROWID;
CREATE TABLE keywords (
  section INTEGER NOT NULL, position INTEGER NOT NULL, slug TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (section, position), UNIQUE (section, slug)
) WITHOUT ROWID;
CREATE TABLE lists (
  id INTEGER PRIMARY KEY, section INTEGER NOT NULL, key TEXT NOT NULL, computed INTEGER NOT NULL,
  total INTEGER NOT NULL DEFAULT 0, name TEXT, UNIQUE (section, key)
);
CREATE TABLE members (
  list INTEGER NOT NULL, position INTEGER NOT NULL, book INTEGER NOT NULL, PRIMARY KEY (list, position)
) WITHOUT ROWID;
CREATE TABLE answers (key TEXT PRIMARY KEY, etag TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
PRAGMA user_version = ${VERSION};
`;

/** The patience comes first: already the journal mode takes a lock that another process may hold. */
const PRAGMAS =
  'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;';

const versionOf = (sql: Sql) => Number(sql.get('PRAGMA user_version')?.['user_version']);

/** Opens the snapshot for writing; a missing one is made, one of another version or no database at all is replaced. */
export function openSnapshot(file: string): Sql {
  mkdirSync(dirname(file), { recursive: true });
  const opened = openCurrent(file);
  if (opened) return opened;
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  const sql = openSql(file);
  sql.exec(PRAGMAS);
  sql.exec(SCHEMA);
  return sql;
}

function openCurrent(file: string): Sql | undefined {
  const sql = openSql(file);
  try {
    sql.exec(PRAGMAS);
    if (versionOf(sql) === VERSION) return sql;
  } catch (error) {
    if (!isNoDatabase(error)) throw error;
  }
  sql.close();
  return undefined;
}

/** SQLITE_CORRUPT or SQLITE_NOTADB: the snapshot is only a copy, so it can be pulled again. */
const isNoDatabase = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (error.errcode === 11 || error.errcode === 26);
