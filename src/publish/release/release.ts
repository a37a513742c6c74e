import { join } from 'node:path';
import { isPlainFile, readPlainSync } from '#src/lib/plain-files.ts';
import { openFinishedSql, type Sql } from '#src/lib/sqlite.ts';
import { MANIFEST_VERSION, type PageRow, type RecordedPage } from './manifest.ts';
import { withOwnFile } from './page-records.ts';
import type { SectionTotals } from './section-totals.ts';
import type { ReleaseInfo } from './types.ts';

/** A finished release. Each look-up runs one prepared statement with one key. */
export interface Release {
  readonly id: string;
  readonly folder: string;
  readonly info: ReleaseInfo;
  page(path: string): RecordedPage | undefined;
  /** True if the manifest has an older schema, which records too little to keep any page. */
  readonly isOutdated: boolean;
  /** The version that all pages of a listing were rendered from. `path` is the path of the listing's first page. */
  listingVersion(path: string): string | undefined;
  /** The hash and version of the data that a page was rendered from. */
  renderedFrom(path: string): Pick<RecordedPage, 'inputs' | 'version'> | undefined;
  /** Canonical path of the page with this alias (`aliasKey`). */
  alias(identity: string): string | undefined;
  hasAsset(url: string): boolean;
  pages(): Iterable<RecordedPage>;
  /** The path of every `step`th page, starting with the first. */
  everyNthPath(step: number): string[];
  /** Yields the path of every `step`th page that this release changed or added. */
  changedPaths(step: number): Iterable<string>;
  /** Totals by section; undefined if the manifest is outdated. */
  sections(): Readonly<Record<string, SectionTotals>> | undefined;
  /** The snapshot's counts as recorded by `ReleaseWriter.setContent`; undefined if there are none. */
  content(): string | undefined;
  assets(): Asset[];
  /** The browser file at this URL; undefined for an unknown URL. */
  asset(url: string): Asset | undefined;
  /** Hash of the brand's data that the pages were rendered with. */
  brandFingerprint(): string | undefined;
  close(): void;
}

export interface Asset {
  readonly url: string;
  /** Number of releases since the site last used the file; 0 if it uses it now. */
  readonly age: number;
  /** Version of a file with a fixed URL, which changes with its content; empty for all other files. */
  readonly version: string;
  /** SHA-256 of the file's bytes, 32 hex digits; empty in a release with an older schema. */
  readonly hash: string;
}

type AssetRow = { url: string; age: number; version: string; hash: string };
type RenderedFromRow = { inputs: string; version: string };

const NTH_AFTER = 'SELECT path FROM pages WHERE path > ? ORDER BY path LIMIT 1 OFFSET ?';

const CHANGED = 'SELECT path FROM pages WHERE modified = ? ORDER BY path';

/**
 * @param folder `releases/<id>`, or a link to it
 * @throws Error if the release cannot be read
 */
export function openRelease(folder: string): Release {
  const info: ReleaseInfo = JSON.parse(readPlainSync(folder, 'release.json').toString());
  const sql = openManifest(folder);
  const isOutdated = sql.get<{ user_version: number }>('PRAGMA user_version')?.user_version !== MANIFEST_VERSION;
  const assets = `SELECT url, age, ${isOutdated ? `'' AS version, '' AS hash` : 'version, hash'} FROM assets`;
  const meta = (key: string) => sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;
  return {
    id: info.id,
    folder,
    info,
    isOutdated,
    listingVersion: (path) =>
      sql.get<{ version: string }>('SELECT version FROM listings WHERE path = ?', path)?.version,
    page(path) {
      const row = sql.get<PageRow>('SELECT * FROM pages WHERE path = ?', path);
      return row && withOwnFile(row);
    },
    alias: (identity) => sql.get<{ path: string }>('SELECT path FROM aliases WHERE identity = ?', identity)?.path,
    renderedFrom: (path) => sql.get<RenderedFromRow>('SELECT inputs, version FROM pages WHERE path = ?', path),
    hasAsset: (url) => sql.get('SELECT 1 FROM assets WHERE url = ?', url) !== undefined,
    pages: () => Iterator.from(sql.each<PageRow>('SELECT * FROM pages ORDER BY path')).map(withOwnFile),
    everyNthPath: (step) => Array.from(everyNth(sql, step)),
    *changedPaths(step) {
      let number = 0;
      for (const { path } of sql.each<{ path: string }>(CHANGED, info.created)) {
        number += 1;
        if (number % step === 0) yield path;
      }
    },
    sections() {
      const sections = isOutdated ? undefined : meta('sections');
      return sections === undefined ? undefined : JSON.parse(sections);
    },
    content: () => meta('content'),
    asset: (url) => sql.get<AssetRow>(`${assets} WHERE url = ?`, url),
    assets: () => sql.all<AssetRow>(`${assets} ORDER BY url`),
    brandFingerprint: () => meta('brand'),
    close: () => sql.close(),
  };
}

function* everyNth(sql: Sql, step: number): Iterable<string> {
  let row = sql.get<{ path: string }>(NTH_AFTER, '', 0);
  for (; row; row = sql.get<{ path: string }>(NTH_AFTER, row.path, step - 1)) yield row.path;
}

const MANIFEST = 'manifest.db';

/** Query for schema objects that run code or could return different content each time. */
const CODE = `SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger') OR sql LIKE 'create virtual%' LIMIT 1`;

/** Opens the manifest and reads from each table, because SQLite detects a damaged file only when it is queried. */
function openManifest(folder: string): Sql {
  isPlainFile(folder, MANIFEST);
  const sql = openFinishedSql(join(folder, MANIFEST));
  try {
    const code = sql.get<{ name: string }>(CODE);
    if (code) throw new Error(`${join(folder, MANIFEST)} has a view, trigger or virtual table: ${code.name}.`);
    for (const table of ['pages', 'aliases', 'assets', 'meta']) sql.get(`SELECT 1 FROM ${table}`);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}
