import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DEFAULT_LOCALE, type LocaleCode } from '#src/contract/locales.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import type { ManifestPage } from './types.ts';

/** Raised with the schema: a manifest of another version is not continued, so that all pages are rendered. */
export const MANIFEST_VERSION = 4;

/**
 * `pages.inputs` is the hash of the page's model, `pages.version` the version that its view gave for it, `pages.listing`
 * the path of the first page of its listing. `listings.version` is the version of all pages of a listing.
 * `assets.age` counts the releases since the asset was last part of the site itself; `assets.version` changes with the
 * content of an asset whose URL stays, and is empty for others. `assets.hash` is that of its bytes, as `pages.hash`. `meta`
 * holds the brand's fingerprint and, as JSON, the totals of each section (section-totals.ts) and what the snapshot held
 * (`content`).
 */
export const MANIFEST_SCHEMA = `
CREATE TABLE pages (
  path TEXT PRIMARY KEY, file TEXT NOT NULL, hash TEXT NOT NULL, bytes INTEGER NOT NULL, modified TEXT NOT NULL,
  inputs TEXT NOT NULL, version TEXT NOT NULL, listing TEXT NOT NULL, section TEXT NOT NULL, title INTEGER NOT NULL,
  noindex INTEGER NOT NULL, canonical INTEGER NOT NULL, otherBrand INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE listings (path TEXT PRIMARY KEY, version TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE aliases (identity TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE assets (url TEXT PRIMARY KEY, age INTEGER NOT NULL, version TEXT NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
PRAGMA user_version = ${MANIFEST_VERSION};
`;

/** What is read from a page's HTML when it is rendered, so that releases can be compared without reading it again. */
export interface PageFacts {
  /** `aliasKey` of the page's locale and kind, such as `genre` or `es:genre`. */
  readonly section: string;
  /** Hash of the title, a whole number below 2^48. */
  readonly title: number;
  /** 1 where engines are asked not to index the page. */
  readonly noindex: number;
  /** A value of `CANONICAL`. */
  readonly canonical: number;
  /** A value of `OTHER_BRAND`. */
  readonly otherBrand: number;
}

/**
 * Which page a page names as the canonical one: itself, none, another one of its site, one of another host, or the same page of
 * the brand that owns its book.
 */
export const CANONICAL = { own: 0, none: 1, otherPage: 2, otherHost: 3, ofOwner: 4 } as const;

/**
 * How the head of a page names another brand: not at all, by a word of the title that is the content's own, by one in a
 * text that is not, or as the site itself (its name, or a host of its addresses).
 */
export const OTHER_BRAND = { none: 0, inContent: 1, inText: 2, asSite: 3 } as const;

/** A page and what it was rendered from. */
export interface RecordedPage extends ManifestPage, PageFacts {
  /** Hash of the page's model, 32 hex digits. */
  readonly inputs: string;
  /** Empty where its view has no versions. */
  readonly version: string;
  /** Path of the first page of its listing; empty for a page of no listing. */
  readonly listing: string;
}

/** The version that all pages of a listing were rendered from; `path` is that of its first page. */
export type RecordedListing = { readonly path: string; readonly version: string };

/** The same as a row of `pages`. */
export type PageRow = { [column in keyof RecordedPage]: RecordedPage[column] };

/** The name under which a release records an alias (src/routes/aliases.ts), or a section, of a locale. */
export const aliasKey = (locale: LocaleCode, identity: string) =>
  locale === DEFAULT_LOCALE ? identity : `${locale}:${identity}`;

/** Creates an empty manifest. It needs no journal, because a run that fails discards it. */
export function createManifest(file: string): Sql {
  rmSync(file, { force: true });
  const sql = openForWriting(file);
  sql.exec(MANIFEST_SCHEMA);
  return begin(sql);
}

/**
 * Opens the manifest of a release that keeps most pages of the previous one: `file` where it exists, else a copy.
 * @param stale another manifest, to be attached as `stale`
 */
export function continueManifest(file: string, previous: string, stale: string | undefined): Sql {
  if (!existsSync(file)) copyFileSync(previous, file);
  const sql = openForWriting(file);
  if (stale) sql.run('ATTACH ? AS stale', stale);
  sql.exec('DELETE FROM assets; DELETE FROM meta;');
  return begin(sql);
}

function openForWriting(file: string): Sql {
  const sql = openSql(file);
  sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;');
  return sql;
}

function begin(sql: Sql): Sql {
  sql.exec('CREATE TEMP TABLE rendered AS SELECT * FROM pages LIMIT 0; BEGIN;');
  return sql;
}

/** Buffers a page until `storePages`. */
export function insertPage(sql: Sql, page: RecordedPage): void {
  const { path, file, hash, bytes, modified, inputs, version, listing } = page;
  const { section, title, noindex, canonical, otherBrand } = page;
  const facts = [section, title, noindex, canonical, otherBrand];
  sql.run(INSERT, path, file, hash, bytes, modified, inputs, version, listing, ...facts);
}

const INSERT = `INSERT INTO temp.rendered VALUES (${Array.from({ length: 13 }, () => '?').join(', ')})`;

/** Moves the buffered pages into `pages`, sorted by path: a million inserts in random order would be far slower. */
export function storePages(sql: Sql): void {
  sql.exec('INSERT INTO pages SELECT * FROM temp.rendered ORDER BY path; DELETE FROM temp.rendered;');
}
