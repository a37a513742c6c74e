import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSql, type Sql } from '#src/lib/sqlite.ts';

/**
 * Raised whenever the tables or what stands in them change, and with the rules that make it (a test holds their results
 * beside it): the snapshot is then pulled anew.
 */
export const VERSION = 7;

/**
 * The snapshot of one brand's upstream. `books.feed` tells a book of `book.list` from one met in a ranking or shelf
 * only; `lists.computed` a list made from the books from one the upstream gave, `lists.version` changes with every book in
 * it; `members` their books, many to a row (members.ts). `details` holds the books whose own pages a release has, `beside` the lists that stand there: of their
 * first tags and of their authors.
 */
const schema = () => `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE books (
  section INTEGER NOT NULL, id INTEGER NOT NULL, hot INTEGER NOT NULL, updated_at TEXT NOT NULL,
  feed INTEGER NOT NULL, version INTEGER NOT NULL, json TEXT NOT NULL, UNIQUE (section, id)
);
CREATE INDEX books_by_version ON books (section, id, version);
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
  total INTEGER NOT NULL DEFAULT 0, name TEXT, version TEXT NOT NULL DEFAULT '', UNIQUE (section, key)
);
CREATE TABLE members (
  list INTEGER NOT NULL, block INTEGER NOT NULL, books BLOB NOT NULL, hots BLOB, PRIMARY KEY (list, block)
);
CREATE TABLE details (
  section INTEGER NOT NULL, book INTEGER NOT NULL, stamp TEXT NOT NULL, address TEXT NOT NULL, chapter INTEGER,
  readable INTEGER NOT NULL, tag TEXT, author TEXT NOT NULL, version TEXT NOT NULL, text_version TEXT NOT NULL,
  json TEXT NOT NULL, chapters TEXT NOT NULL, text TEXT, PRIMARY KEY (section, book)
);
CREATE TABLE beside (
  section INTEGER NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL, version TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (section, kind, reference)
);
CREATE TABLE answers (key TEXT PRIMARY KEY, etag TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
PRAGMA user_version = ${VERSION};
${changeTriggers()}
`;

/** Tables that pages are made of; so are three words of `meta` (sync.ts). */
const SHOWN = ['books', 'names', 'menus', 'keywords', 'lists', 'members', 'details', 'beside'];

/** What was planned from the snapshot holds no longer once anything in it is another: then `planned` goes too. */
function changeTriggers(): string {
  const forget = `BEGIN DELETE FROM meta WHERE key = 'planned'; END;`;
  const ofTables = SHOWN.flatMap((table) =>
    ['INSERT', 'UPDATE', 'DELETE'].map((act) => `CREATE TRIGGER ${table}_${act} AFTER ${act} ON ${table} ${forget}`),
  );
  const ofWords = ['INSERT', 'UPDATE'].map(
    (act) =>
      `CREATE TRIGGER meta_${act} AFTER ${act} ON meta WHEN new.key IN ('accounts', 'translators', 'filtered') ${forget}`,
  );
  return [...ofTables, ...ofWords].join('\n');
}

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
  sql.exec(schema());
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
