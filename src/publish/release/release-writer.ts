import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { Loss } from '#src/publish/snapshot/losses.ts';
import { isAssetIntact } from './asset-files.ts';
import { linkBundleFolder } from './bundle-folder.ts';
import { compressAsset } from './compression.ts';
import { assetFile } from './file-paths.ts';
import { flushFile, flushToDisk } from './fsync.ts';
import {
  continueManifest,
  createManifest,
  insertPage,
  type PageRow,
  type RecordedListing,
  type RecordedPage,
  storePages,
} from './manifest.ts';
import { withOwnFile } from './page-records.ts';
import { createPageStore, keepAll, type PageStore } from './page-store.ts';
import { partialReleaseLogFile } from './partial-release.ts';
import { type RecycledTree, recycleTree, removePages, syncFiles } from './recycled-tree.ts';
import type { Asset, Release } from './release.ts';
import { readSectionTotals, type SectionTotals } from './section-totals.ts';
import { createTreeWriter, type TreeWriter } from './tree-writer.ts';
import type { Acceptance, ReleaseInfo } from './types.ts';

/** An unfinished release, in a folder that only its own run reads. */
export interface ReleaseWriter {
  readonly folder: string;
  /** Creation time of the release, ISO 8601. */
  readonly created: string;
  /** Records a page whose files were written by a page store. */
  recordPage(page: RecordedPage): void;
  /** Copies the unchanged pages of the previous release. Call it before adding anything. */
  keepPages(unchanged: UnchangedPages): Promise<void>;
  /** Replaces the aliases of the previous release. If two pages have the same alias, the first one gets it. */
  setAliases(aliases: Iterable<{ readonly identity: string; readonly path: string }>): void;
  /** Replaces the recorded listings and their versions. */
  setListings(listings: Iterable<RecordedListing>): void;
  addAsset(url: string, content: Uint8Array | { readonly file: string }): void;
  /** Adds a file with a fixed URL. Links the previous release's file if that has the same version. */
  addVersionedAsset(asset: VersionedAsset): Promise<void>;
  /** Keeps all versioned files of the previous release unchanged. */
  keepVersionedAssets(): void;
  /** Links browser files of earlier releases, because browser tabs that are still open may load them. */
  carryAssets(): void;
  /** Records the snapshot's counts, for comparison with those of the next release. */
  setContent(content: string): void;
  /** Completes the folder, so that the release can be opened and verified. Nothing can be added afterwards. */
  seal(): ReleaseInfo;
  /** Records why a sealed release may be published despite the publish guard's findings. */
  accept(acceptance: Acceptance): void;
  /** Flushes the sealed release to disk and moves it to `releases/<id>`. This does not make it live. */
  finish(): Promise<void>;
  /** Removes the folder of a release that failed or is not needed. */
  discard(): void;
}

/** A file with a version: a string that changes with its content. */
export interface VersionedAsset {
  readonly url: string;
  readonly version: string;
  content(): Promise<Uint8Array>;
}

/** The pages of the previous release that are kept: all except the dropped ones. */
export interface UnchangedPages {
  /** Paths of pages that are rendered again or removed. */
  droppedPaths(): Iterable<string>;
  /** Unchanged pages that get a new version. */
  newVersions(): Iterable<{ readonly path: string; readonly version: string }>;
}

export interface WriterOptions {
  /** The folder `var/<brand>/releases`. */
  readonly releases: string;
  readonly id: string;
  readonly brand: string;
  readonly brandFingerprint: string;
  readonly bundle: ReleaseInfo['bundle'];
  readonly created: Date;
  readonly previous: Release | undefined;
  /** Whether pages of the previous release are kept. If they are, the recycled tree, if any, is used. */
  readonly keepsPages: boolean;
  /** Whether kept pages are recorded without files. */
  readonly isPart?: boolean;
  /** Items that the rebuild left out because they broke the contract. */
  readonly losses?: readonly Loss[];
  /** See `ReleaseInfo`. */
  readonly settings?: ReleaseInfo['settings'];
}

/** Number of releases whose browser files are in a new release, including the new release itself. */
const ASSET_RELEASES = 3;

export function createReleaseWriter(options: WriterOptions): ReleaseWriter {
  const { releases, id, previous, losses = [], isPart = false } = options;
  const folder = join(releases, `.next-${id}`);
  const continued = options.keepsPages ? previous : undefined;
  const tree = continued && !isPart ? recycleTree(releases, folder, continued.info) : undefined;
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'manifest.db');
  const sql = continued
    ? continueManifest(manifest, join(continued.folder, 'manifest.db'), tree?.staleManifest)
    : createManifest(manifest);
  const site = createTreeWriter(join(folder, 'site'));
  const created = options.created.toISOString();
  const store = createPageStore(folder, previous, created, isPart);
  let sealed = false;
  let info: ReleaseInfo | undefined;
  sql.run(`INSERT INTO meta VALUES ('brand', ?)`, options.brandFingerprint);
  const close = () => {
    sealed = true;
    sql.close();
    if (tree?.staleManifest) rmSync(tree.staleManifest, { force: true });
  };

  return {
    folder,
    created,
    recordPage: (page) => insertPage(sql, page),
    keepPages: (unchanged) => keepUnchangedPages(sql, unchanged, { folder, tree, store, isPart }),
    setAliases(aliases) {
      sql.exec('DELETE FROM aliases');
      for (const { identity, path } of aliases) sql.run('INSERT OR IGNORE INTO aliases VALUES (?, ?)', identity, path);
    },
    setListings(listings) {
      sql.exec('DELETE FROM listings');
      for (const { path, version } of listings) sql.run('INSERT INTO listings VALUES (?, ?)', path, version);
    },
    addAsset(url, content) {
      const bytes = content instanceof Uint8Array ? content : readFileSync(content.file);
      if (insertAsset(sql, { url, age: 0, version: '', hash: hash(bytes, 32) }) === 0) return;
      if (content instanceof Uint8Array) writeAsset(site, assetFile(url), content, 'best');
      else linkAsset(site, content.file, assetFile(url));
    },
    async addVersionedAsset({ url, version, content }) {
      if (isRecorded(sql, url)) return;
      const same = previous?.asset(url);
      if (same?.version === version && linkPrevious(site, previous, same)) {
        insertAsset(sql, { ...same, age: 0 });
        return;
      }
      const bytes = await content();
      insertAsset(sql, { url, age: 0, version, hash: hash(bytes, 32) });
      writeAsset(site, assetFile(url), bytes, 'quick');
    },
    keepVersionedAssets() {
      for (const asset of previous?.assets() ?? [])
        if (asset.version !== '' && linkPrevious(site, previous, asset)) insertAsset(sql, asset);
    },
    carryAssets: () => carryAssets(sql, site, previous),
    setContent: (content) => void sql.run(`INSERT OR REPLACE INTO meta VALUES ('content', ?)`, content),
    seal() {
      storePages(sql);
      const before = { previous: previous?.id ?? null };
      const sections = readSectionTotals(sql);
      sql.run(`INSERT INTO meta VALUES ('sections', ?)`, JSON.stringify(sections));
      info = { id, brand: options.brand, ...before, created, bundle: options.bundle, ...sumOf(sections) };
      if (losses.length > 0) info = { ...info, losses };
      if (options.settings) info = { ...info, settings: options.settings };
      sql.exec('COMMIT');
      close();
      linkBundleFolder(folder, options.bundle.id);
      writeInfo(folder, info);
      return info;
    },
    accept(accepted) {
      if (info) writeInfo(folder, { ...info, accepted });
    },
    async finish() {
      await flushToDisk(folder);
      // The folder is now a release, so no other run may reuse it as a partial release.
      rmSync(partialReleaseLogFile(folder), { force: true });
      renameSync(folder, join(releases, id));
      await flushFile(releases);
    },
    discard() {
      if (!sealed) close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Target {
  /** Folder of the unfinished release. */
  readonly folder: string;
  readonly tree: RecycledTree | undefined;
  readonly store: PageStore;
  readonly isPart: boolean;
}

/** Reduces the previous release's manifest and tree to its unchanged pages. */
async function keepUnchangedPages(sql: Sql, unchanged: UnchangedPages, target: Target): Promise<void> {
  const { folder, tree, store, isPart } = target;
  if (tree && !tree.staleManifest) await removePages(sql, folder, unchanged.droppedPaths());
  else for (const path of unchanged.droppedPaths()) sql.run('DELETE FROM pages WHERE path = ?', path);
  for (const { path, version } of unchanged.newVersions())
    sql.run('UPDATE pages SET version = ? WHERE path = ?', version, path);
  if (isPart) return;
  if (!tree) keepAll(store, Iterator.from(sql.each<PageRow>('SELECT * FROM pages')).map(withOwnFile));
  else if (tree.staleManifest) await syncFiles(sql, folder, store);
}

function carryAssets(sql: Sql, site: TreeWriter, previous: Release | undefined): void {
  if (!previous) return;
  for (const asset of previous.assets()) {
    const { url, age, version } = asset;
    if (version !== '' || age + 1 >= ASSET_RELEASES || isRecorded(sql, url)) continue;
    if (linkPrevious(site, previous, asset)) insertAsset(sql, { ...asset, age: age + 1 });
  }
}

/** @returns 0 if the asset was already inserted */
const insertAsset = (sql: Sql, { url, age, version, hash: digest }: Asset) =>
  sql.run('INSERT OR IGNORE INTO assets VALUES (?, ?, ?, ?)', url, age, version, digest);

const isRecorded = (sql: Sql, url: string) => sql.get('SELECT 1 FROM assets WHERE url = ?', url) !== undefined;

/** @returns false if the file is missing or damaged in the previous release */
function linkPrevious(site: TreeWriter, previous: Release | undefined, asset: Asset): boolean {
  if (!previous || !isAssetIntact(previous.folder, asset)) return false;
  const file = assetFile(asset.url);
  linkAsset(site, join(previous.folder, 'site', file), file);
  return true;
}

/**
 * Writes one of the brand's files and its compressed variants, so that a web server in front of Lectern can send them.
 */
function writeAsset(site: TreeWriter, file: string, content: Uint8Array, quality: 'best' | 'quick'): void {
  site.write(file, content);
  for (const [suffix, variant] of compressAsset(file, content, quality)) site.write(file + suffix, variant);
}

/** Links a browser file and its compressed variants. */
function linkAsset(site: TreeWriter, source: string, file: string): void {
  for (const suffix of ['', ...Object.values(ENCODING_SUFFIX)])
    if (suffix === '' || existsSync(source + suffix)) site.link(source + suffix, file + suffix);
}

const writeInfo = (folder: string, info: ReleaseInfo) =>
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(info, null, 2)}\n`);

function sumOf(sections: Readonly<Record<string, SectionTotals>>): { pages: number; bytes: number } {
  const sum = { pages: 0, bytes: 0 };
  for (const { pages, bytes } of Object.values(sections)) {
    sum.pages += pages;
    sum.bytes += bytes;
  }
  return sum;
}
