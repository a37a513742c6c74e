import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUFFIX } from '#src/lib/forms.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { linkBundleFolder } from './bundle-folder.ts';
import { assetFileOf } from './file-paths.ts';
import { flushFile, flushToDisk } from './fsync.ts';
import { type Kept, keepPages, reuseSpare } from './recycled-tree.ts';
import {
  continueManifest,
  createManifest,
  insertPage,
  type RecordedListing,
  type RecordedPage,
  settlePages,
} from './manifest.ts';
import { createPageStore } from './page-store.ts';
import { partLogOf } from './partial-release.ts';
import { createPlace, type Place } from './tree-writer.ts';
import type { Release } from './release.ts';
import type { ReleaseInfo } from './types.ts';
import { compressedForms } from './variants.ts';

/** A release in the making, in a folder of its own that nobody reads. */
export interface ReleaseWriter {
  readonly folder: string;
  /** Moment of the release, ISO 8601. */
  readonly created: string;
  /** Notes a page whose files a page store has put into the folder. */
  record(page: RecordedPage): void;
  /** Takes over what stays of the previous release, before anything else is added. */
  keep(kept: Kept): Promise<void>;
  /** Gives pages their names, instead of those of the previous release; the first page to take one keeps it. */
  name(aliases: Iterable<{ readonly identity: string; readonly path: string }>): void;
  /** Notes the versions of all listings. */
  list(listings: Iterable<RecordedListing>): void;
  addAsset(url: string, content: Uint8Array | { readonly file: string }): void;
  /** Links the previous releases' browser files, for tabs that are still open. */
  carryAssets(): void;
  /** Completes the folder, so that it can be opened and verified; nothing can be added any more. */
  seal(): ReleaseInfo;
  /** Puts the sealed release on the disk and gives it its name; it is not live yet. */
  finish(): Promise<void>;
  /** Removes the folder of a release that will not be. */
  discard(): void;
}

export interface WriterOptions {
  /** `var/<brand>/releases`. */
  readonly releases: string;
  readonly id: string;
  readonly brand: string;
  readonly brandFingerprint: string;
  readonly bundle: ReleaseInfo['bundle'];
  readonly created: Date;
  readonly previous: Release | undefined;
  /** Whether pages of the previous release stay: then the tree of an older one is used again. */
  readonly keeps: boolean;
}

/** Releases whose browser files a new one still holds, itself included. */
const ASSET_RELEASES = 3;

export function createReleaseWriter(options: WriterOptions): ReleaseWriter {
  const { releases, id, previous } = options;
  const folder = join(releases, `.next-${id}`);
  const continued = options.keeps ? previous : undefined;
  const tree = continued && reuseSpare(releases, folder, continued.info);
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'manifest.db');
  const sql = continued
    ? continueManifest(manifest, join(continued.folder, 'manifest.db'), tree?.stale)
    : createManifest(manifest);
  const site = createPlace(join(folder, 'site'));
  const created = options.created.toISOString();
  const store = createPageStore(folder, previous, created);
  let sealed = false;
  sql.run(`INSERT INTO meta VALUES ('brand', ?)`, options.brandFingerprint);
  const close = () => {
    sealed = true;
    sql.close();
    if (tree?.stale) rmSync(tree.stale, { force: true });
  };

  return {
    folder,
    created,
    record: (page) => insertPage(sql, page),
    keep: (kept) => keepPages(sql, kept, { folder, tree, store }),
    name(aliases) {
      sql.exec('DELETE FROM aliases');
      for (const { identity, path } of aliases) sql.run('INSERT OR IGNORE INTO aliases VALUES (?, ?)', identity, path);
    },
    list(listings) {
      sql.exec('DELETE FROM listings');
      for (const { path, version } of listings) sql.run('INSERT INTO listings VALUES (?, ?)', path, version);
    },
    addAsset(url, content) {
      if (sql.run('INSERT OR IGNORE INTO assets VALUES (?, 0)', url) === 0) return;
      if (content instanceof Uint8Array) writeAsset(site, assetFileOf(url), content);
      else linkAsset(site, content.file, assetFileOf(url));
    },
    carryAssets: () => carryAssets(sql, site, previous),
    seal() {
      settlePages(sql);
      const before = { previous: previous?.id ?? null };
      const info = { id, brand: options.brand, ...before, created, bundle: options.bundle, ...totals(sql) };
      sql.exec('COMMIT');
      close();
      linkBundleFolder(folder, options.bundle.id);
      writeFileSync(join(folder, 'release.json'), `${JSON.stringify(info, null, 2)}\n`);
      return info;
    },
    async finish() {
      await flushToDisk(folder);
      // From here on it is a release, and no part that another run would take over.
      rmSync(partLogOf(folder), { force: true });
      renameSync(folder, join(releases, id));
      await flushFile(releases);
    },
    discard() {
      if (!sealed) close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function carryAssets(sql: Sql, site: Place, previous: Release | undefined): void {
  for (const { url, age } of previous?.assets() ?? []) {
    const file = assetFileOf(url);
    const source = join(previous?.folder ?? '', 'site', file);
    if (age + 1 >= ASSET_RELEASES || !existsSync(source)) continue;
    if (sql.run('INSERT OR IGNORE INTO assets VALUES (?, ?)', url, age + 1) === 1) linkAsset(site, source, file);
  }
}

/** With its compressed forms beside it, so that a web server in front can send them as they are. */
function writeAsset(site: Place, file: string, content: Uint8Array): void {
  site.write(file, content);
  for (const [suffix, form] of compressedForms(file, content)) site.write(file + suffix, form);
}

/** With the compressed forms that stand beside it. */
function linkAsset(site: Place, source: string, file: string): void {
  for (const suffix of ['', ...Object.values(SUFFIX)])
    if (suffix === '' || existsSync(source + suffix)) site.link(source + suffix, file + suffix);
}

function totals(sql: Sql): { pages: number; bytes: number } {
  const row = sql.get<{ pages: number; bytes: number }>(
    'SELECT count(*) AS pages, coalesce(sum(bytes), 0) AS bytes FROM pages',
  );
  return { pages: row?.pages ?? 0, bytes: row?.bytes ?? 0 };
}
