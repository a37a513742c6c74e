import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import type { ManifestPage } from './types.ts';

/** Raised with the tables: a night does not build upon a manifest of another one. */
export const MANIFEST_VERSION = 1;

/**
 * `inputs` is the hash of what the page was rendered from, `version` what its view says changes with that; `listing`
 * the path of the first page of the listing it is of, whose own version is that of all its pages; `age` counts the
 * releases since an asset was last part of the site itself.
 */
const SCHEMA = `
CREATE TABLE pages (
  path TEXT PRIMARY KEY, file TEXT NOT NULL, hash TEXT NOT NULL, bytes INTEGER NOT NULL, modified TEXT NOT NULL,
  inputs TEXT NOT NULL, version TEXT NOT NULL, listing TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE listings (path TEXT PRIMARY KEY, version TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE aliases (identity TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE assets (url TEXT PRIMARY KEY, age INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
PRAGMA user_version = ${MANIFEST_VERSION};
`;

/** A page and what it was rendered from. */
export interface RecordedPage extends ManifestPage {
  readonly inputs: string;
  /** Empty where its view has no versions. */
  readonly version: string;
  /** Path of the first page of the listing that it is of; empty where it is of none. */
  readonly listing: string;
}

/** A listing all of whose pages are as they are rendered from this version of it. */
export type RecordedListing = { readonly path: string; readonly version: string };

/** The same as a row of `pages`. */
export type PageRow = { [column in keyof RecordedPage]: RecordedPage[column] };

/** A new manifest. Nobody reads it before it is finished, so it is written without a journal. */
export function createManifest(file: string): Sql {
  rmSync(file, { force: true });
  const sql = openForWriting(file);
  sql.exec(SCHEMA);
  return begun(sql);
}

/**
 * The manifest of a release that most pages stay of: it stands at `file` already, or is copied from `previous`.
 * @param spare another manifest, to be read as `spare`
 */
export function continueManifest(file: string, previous: string, spare: string | undefined): Sql {
  if (!existsSync(file)) copyFileSync(previous, file);
  const sql = openForWriting(file);
  if (spare) sql.run('ATTACH ? AS spare', spare);
  sql.exec('DELETE FROM assets; DELETE FROM meta;');
  return begun(sql);
}

function openForWriting(file: string): Sql {
  const sql = openSql(file);
  sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;');
  return sql;
}

function begun(sql: Sql): Sql {
  sql.exec('CREATE TEMP TABLE made AS SELECT * FROM pages LIMIT 0; BEGIN;');
  return sql;
}

/** Notes a page; it stands in `pages` after `settlePages`. */
export function insertPage(sql: Sql, page: RecordedPage): void {
  const { path, file, hash, bytes, modified, inputs, version, listing } = page;
  sql.run(INSERT, path, file, hash, bytes, modified, inputs, version, listing);
}

const INSERT = 'INSERT INTO temp.made VALUES (?, ?, ?, ?, ?, ?, ?, ?)';

/** In the order of their paths: a million in the order in which they were made would each be put into another place. */
export function settlePages(sql: Sql): void {
  sql.exec('INSERT INTO pages SELECT * FROM temp.made ORDER BY path; DELETE FROM temp.made;');
}
