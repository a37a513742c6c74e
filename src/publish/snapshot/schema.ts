import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type DatabaseObject, objectsOf, runsCode } from '#src/lib/database-objects.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';

/**
 * Version of the snapshot. Increment it when you change the tables, their content or the rules that compute the
 * content; older snapshots are then pulled again. A test pins the results of the rules for each version.
 */
export const VERSION = 11;

/**
 * The tables of one brand's snapshot. Existing snapshots use these names, so do not rename them.
 * - `meta`: cursors, capabilities of the upstream, the plan key, the losses of the last sync
 * - `books`: `feed` is 1 for a book from `book.list`, 0 for one that only a ranking or shelf lists
 * - `names`: tags and keywords; `menus`: banners, genres, rankings and shelves as JSON
 * - `lists`: `computed` is 1 for a list computed from the books, 0 for one from the upstream; `version` changes
 *   whenever a book in the list changes
 * - `members`: the books of the lists, up to 500 per row (list-members.ts)
 * - `details`: books whose pages are prerendered; `beside`: the lists on those pages, which every run pulls. These are
 *   the related books, by name of the list (`kind`) and by what it depends on
 *   (src/features/book/views/related-books.ts), and the editions (editions-key.ts)
 * - `chapter_dates`: the chapters of every book with the days of their last changes (pull-chapter-dates.ts)
 * - `answers`: cached responses (upstream-response-cache.ts)
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
  readable INTEGER NOT NULL, version TEXT NOT NULL, text_version TEXT NOT NULL, json TEXT NOT NULL,
  chapters TEXT NOT NULL, text TEXT, PRIMARY KEY (section, book)
);
CREATE TABLE beside (
  section INTEGER NOT NULL, kind TEXT NOT NULL, reference TEXT NOT NULL, version TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (section, kind, reference)
);
CREATE TABLE chapter_dates (
  section INTEGER NOT NULL, book INTEGER NOT NULL, stamp TEXT NOT NULL, chapters TEXT NOT NULL,
  PRIMARY KEY (section, book)
);
CREATE TABLE answers (key TEXT PRIMARY KEY, etag TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
PRAGMA user_version = ${VERSION};
${changeTriggers()}
`;

/** The tables that pages are rendered from. Four keys in `meta` also affect pages (upstream-capabilities.ts). */
export const PAGE_TABLES = [
  'books',
  'names',
  'menus',
  'keywords',
  'lists',
  'members',
  'details',
  'beside',
  'chapter_dates',
];

/** Triggers that delete the plan key (plan-key.ts) whenever data that pages are rendered from changes. */
function changeTriggers(): string {
  const deletePlanKey = `BEGIN DELETE FROM meta WHERE key = 'planned'; END;`;
  const ofTables = PAGE_TABLES.flatMap((table) =>
    ['INSERT', 'UPDATE', 'DELETE'].map(
      (act) => `CREATE TRIGGER ${table}_${act} AFTER ${act} ON ${table} ${deletePlanKey}`,
    ),
  );
  const ofMeta = ['INSERT', 'UPDATE'].map(
    (act) =>
      `CREATE TRIGGER meta_${act} AFTER ${act} ON meta WHEN new.key IN ('accounts', 'translators', 'reports', 'filtered') ${deletePlanKey}`,
  );
  return [...ofTables, ...ofMeta].join('\n');
}

/** Returns the triggers of a snapshot with this version. */
export const snapshotTriggers = (): DatabaseObject[] => objectsOf(schema()).filter(runsCode);

/**
 * The busy timeout is set first, because setting the journal mode already takes a lock that another process may hold.
 */
const PRAGMAS =
  'PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;';

const versionOf = (sql: Sql) => Number(sql.get('PRAGMA user_version')?.['user_version']);

/**
 * Opens the snapshot for writing. Creates the file if it is missing. Replaces it if it has a different version or is
 * not a database.
 */
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

/** Whether the error is SQLITE_CORRUPT or SQLITE_NOTADB. The snapshot is only a copy, so it can be pulled again. */
const isNoDatabase = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (error.errcode === 11 || error.errcode === 26);
