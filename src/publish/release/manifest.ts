import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DEFAULT_LOCALE, type LocaleCode } from '#src/contract/locales.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import type { ManifestPage } from './types.ts';

/**
 * Version of the manifest's schema. Increment it when the schema changes. A manifest with a different version cannot be
 * continued, so all pages are rendered.
 */
export const MANIFEST_VERSION = 4;

/**
 * `pages.inputs` is the hash of the page's model, `pages.version` the version that its view returned, `pages.listing`
 * the path of the first page of the listing that the page belongs to. `listings.version` is the version shared by all
 * pages of a listing. `assets.age` counts the releases since the asset was last part of the site itself.
 * `assets.version` changes with the content of an asset with a fixed URL, and is empty for others. `assets.hash` is the
 * hash of the asset's bytes, like `pages.hash`. `meta` contains the brand's fingerprint and, as JSON, the totals of
 * each section (section-totals.ts) and the snapshot's counts (`content`).
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

/**
 * Facts read from a page's HTML when it is rendered, so that releases can be compared without reading the HTML again.
 */
export interface PageFacts {
  /** `aliasKey` of the page's locale and kind, such as `genre` or `es:genre`. */
  readonly section: string;
  /** Hash of the title, a whole number below 2^48. */
  readonly title: number;
  /** 1 if the page has `noindex`. */
  readonly noindex: number;
  /** A value of `CANONICAL`. */
  readonly canonical: number;
  /** A value of `OTHER_BRAND`. */
  readonly otherBrand: number;
}

/**
 * A page's canonical URL: its own URL, none, another page of its site, a page on another host, or the page of the same
 * book on the site of the brand that owns the book.
 */
export const CANONICAL = { own: 0, none: 1, otherPage: 2, otherHost: 3, ofOwner: 4 } as const;

/**
 * Where a page's head mentions another brand: nowhere, in a title word that comes from the content, in any other text,
 * or as the site itself (site name, or host of a URL).
 */
export const OTHER_BRAND = { none: 0, inContent: 1, inText: 2, asSite: 3 } as const;

/** A page as recorded in the manifest. */
export interface RecordedPage extends ManifestPage, PageFacts {
  /** Hash of the page's model, 32 hex digits. */
  readonly inputs: string;
  /** Version of the page; empty if its view does not compute versions. */
  readonly version: string;
  /** Path of the first page of the listing that the page belongs to; empty if it belongs to none. */
  readonly listing: string;
}

/** The version that all pages of a listing were rendered from. `path` is the path of the listing's first page. */
export type RecordedListing = { readonly path: string; readonly version: string };

/** `RecordedPage` as a type alias, because an interface does not satisfy `SqlRow`. */
export type PageRow = { [column in keyof RecordedPage]: RecordedPage[column] };

/** Returns the name under which a release records an alias (src/routes/aliases.ts) or a section of a locale. */
export const aliasKey = (locale: LocaleCode, identity: string) =>
  locale === DEFAULT_LOCALE ? identity : `${locale}:${identity}`;

/** Creates an empty manifest. The manifest needs no journal, because a failed run discards it. */
export function createManifest(file: string): Sql {
  rmSync(file, { force: true });
  const sql = openForWriting(file);
  sql.exec(MANIFEST_SCHEMA);
  return begin(sql);
}

/**
 * Opens the manifest of a release that keeps most pages of the previous one: `file` if it exists, otherwise a copy of
 * `previous`.
 * @param stale another manifest, attached as `stale`
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

/** Buffers a page until `storePages` is called. */
export function insertPage(sql: Sql, page: RecordedPage): void {
  const { path, file, hash, bytes, modified, inputs, version, listing } = page;
  const { section, title, noindex, canonical, otherBrand } = page;
  const facts = [section, title, noindex, canonical, otherBrand];
  sql.run(INSERT, path, file, hash, bytes, modified, inputs, version, listing, ...facts);
}

const INSERT = `INSERT INTO temp.rendered VALUES (${Array.from({ length: 13 }, () => '?').join(', ')})`;

/** Moves the buffered pages into `pages`, sorted by path. A million inserts in random order would be much slower. */
export function storePages(sql: Sql): void {
  sql.exec('INSERT INTO pages SELECT * FROM temp.rendered ORDER BY path; DELETE FROM temp.rendered;');
}
