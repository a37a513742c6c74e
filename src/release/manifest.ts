import { rmSync } from 'node:fs';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import type { ManifestPage } from './types.ts';

/**
 * `inputs` is the hash of what the page was rendered from, `version` what its view says changes with that; `age` counts the releases since an asset was last part of
 * the site itself.
 */
const SCHEMA = `
CREATE TABLE pages (
  path TEXT PRIMARY KEY, file TEXT NOT NULL, hash TEXT NOT NULL, bytes INTEGER NOT NULL, modified TEXT NOT NULL,
  inputs TEXT NOT NULL, version TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE aliases (identity TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE assets (url TEXT PRIMARY KEY, age INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** A page and what it was rendered from. */
export interface RecordedPage extends ManifestPage {
  readonly inputs: string;
  /** Empty where its view has no versions. */
  readonly version: string;
}

/** The same as a row of `pages`. */
export type PageRow = { [column in keyof RecordedPage]: RecordedPage[column] };

/**
 * A new manifest. Nobody reads it before it is finished, so it is written without a journal.
 * @param attached other manifests by the names they are read under
 */
export function createManifest(file: string, attached: Readonly<Record<string, string>> = {}): Sql {
  rmSync(file, { force: true });
  const sql = openSql(file);
  sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;');
  sql.exec(SCHEMA);
  sql.exec('CREATE TEMP TABLE made AS SELECT * FROM pages');
  for (const [name, other] of Object.entries(attached)) sql.run(`ATTACH ? AS ${name}`, other);
  sql.exec('BEGIN');
  return sql;
}

/** Notes a page; it stands in `pages` after `settlePages`. */
export function insertPage(sql: Sql, { path, file, hash, bytes, modified, inputs, version }: RecordedPage): void {
  sql.run('INSERT INTO temp.made VALUES (?, ?, ?, ?, ?, ?, ?)', path, file, hash, bytes, modified, inputs, version);
}

/** In the order of their paths: a million in the order in which they were made would each be put into another place. */
export function settlePages(sql: Sql): void {
  sql.exec('INSERT INTO pages SELECT * FROM temp.made ORDER BY path; DELETE FROM temp.made;');
}
