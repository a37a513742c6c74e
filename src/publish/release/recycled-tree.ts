import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '#src/lib/errors.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { batches } from '#src/lib/iterables.ts';
import { openFinishedSql, openSql, type Sql } from '#src/lib/sqlite.ts';
import { assetFile, pageFile } from './file-paths.ts';
import { liveId, openLive } from './live-release.ts';
import type { PageRow } from './manifest.ts';
import { withOwnFile } from './page-records.ts';
import { createPageStore, keepAll, PAGE_SUFFIXES, type PageStore } from './page-store.ts';
import type { Release } from './release.ts';
import type { ReleaseInfo } from './types.ts';

/**
 * The files of a pruned release, which are turned into the next release. Pages that both releases have stay in place,
 * so the cost of publishing is proportional to the changes. Files are removed and created, never overwritten, because
 * other releases share them through hard links.
 */
export interface RecycledTree {
  /** Manifest of the tree; undefined if the tree has the same pages as the previous release. */
  readonly staleManifest: string | undefined;
}

/** File with a downloaded release's manifest exactly as it is in the store. Only its blocks are reused. */
export const STORED_MANIFEST = 'manifest.blocks';

/** Folder of the recycled tree until a release reuses it. */
export const recycledFolder = (releases: string) => join(releases, '.spare');

/** @returns the information about the release whose pages the tree contains; undefined if the tree is incomplete */
function recycledReleaseInfo(folder: string): ReleaseInfo | undefined {
  try {
    const info: ReleaseInfo = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));
    return existsSync(join(folder, 'manifest.db')) ? info : undefined;
  } catch {
    return undefined;
  }
}

const TRASH = '.old-';

/**
 * Returns the name that a folder gets before it is removed, so that a partly removed folder is never mistaken for a
 * release.
 */
export const trashFolder = (releases: string, name: string) => join(releases, `${TRASH}${name}`);

export const isTrash = (name: string) => name.startsWith(TRASH);

/**
 * Moves the recycled tree to the folder of a new release.
 * @returns undefined if there is no suitable tree
 */
export function recycleTree(releases: string, folder: string, previous: ReleaseInfo): RecycledTree | undefined {
  const recycled = recycledFolder(releases);
  const info = recycledReleaseInfo(recycled);
  if (info?.bundle.id !== previous.bundle.id) {
    // The tree shares no page with the new release or is incomplete. `prune` removes the tree after the switch.
    if (existsSync(recycled)) renameSync(recycled, trashFolder(releases, `spare-${basename(folder)}`));
    return undefined;
  }
  const manifest = join(folder, 'manifest.db');
  renameSync(recycled, folder);
  rmSync(join(folder, 'release.json'));
  rmSync(join(folder, STORED_MANIFEST), { force: true });
  removeAssets(manifest, join(folder, 'site'));
  if (info.id === previous.id) return { staleManifest: undefined };
  const staleManifest = `${folder}-spare.db`;
  renameSync(manifest, staleManifest);
  return { staleManifest };
}

function removeAssets(manifest: string, site: string): void {
  const sql = openFinishedSql(manifest);
  for (const { url } of sql.all<{ url: string }>('SELECT url FROM assets')) {
    const file = join(site, assetFile(url));
    for (const suffix of ['', ...Object.values(ENCODING_SUFFIX)]) rmSync(file + suffix, { force: true });
  }
  sql.close();
}

/**
 * Updates the recycled tree to the live release after a publish, so that the next run only needs to apply its own
 * changes. The tree has no manifest during the update: if the update is interrupted, the next run finds no manifest and
 * discards the tree.
 *
 * @param brandFolder `var/<brand>`
 */
export async function refreshRecycledTree(brandFolder: string): Promise<void> {
  const releases = join(brandFolder, 'releases');
  const info = recycledReleaseInfo(recycledFolder(releases));
  if (!info || info.id === liveId(brandFolder)) return;
  const live = openLive(brandFolder);
  try {
    // A tree from different code has no pages in common with the live release.
    if (live && info.bundle.id === live.info.bundle.id) await bringTo(live, releases);
  } finally {
    live?.close();
  }
}

async function bringTo(live: Release, releases: string): Promise<void> {
  const recycled = recycledFolder(releases);
  const [before, after] = [join(releases, '.next-spare-before.db'), join(releases, '.next-spare.db')];
  renameSync(join(recycled, 'manifest.db'), before);
  copyFileSync(join(live.folder, 'manifest.db'), after);
  const sql = openSql(after);
  try {
    sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
    sql.run('ATTACH ? AS stale', before);
    await syncFiles(sql, recycled, createPageStore(recycled, live, live.info.created));
    // The browser files in the tree are not updated, so their versions and hashes are unknown.
    sql.exec(`DELETE FROM assets; INSERT INTO assets SELECT url, age, '', '' FROM stale.assets;`);
  } finally {
    sql.close();
  }
  copyFileSync(join(live.folder, 'release.json'), join(recycled, 'release.json'));
  renameSync(after, join(recycled, 'manifest.db'));
  rmSync(before);
}

/**
 * Number of pages removed at a time. Removing a page reads its folder, which is rarely in the operating system's cache.
 */
const REMOVED_AT_ONCE = 64;

type PathRow = { path: string };

/** Removes pages from the tree and its manifest. */
export async function removePages(sql: Sql, folder: string, paths: Iterable<string>): Promise<void> {
  const remove = async (path: string) => {
    const count = sql.run('DELETE FROM pages WHERE path = ?', path);
    if (count > 0) await removePage(join(folder, 'site', pageFile(path)));
  };
  for (const batch of batches(paths, REMOVED_AT_ONCE)) await Promise.all(batch.map(remove));
}

type StaleRow = PathRow & { isReplaced: number };

/** Updates the files of a tree, whose manifest is attached as `stale`, to match the pages in the main manifest. */
export async function syncFiles(sql: Sql, folder: string, store: PageStore): Promise<void> {
  const remove = async ({ path, isReplaced }: StaleRow) => {
    // The file name is derived from the path, so that a manifest cannot determine which files are removed.
    const file = join(folder, 'site', pageFile(path));
    if (isReplaced) await removeFiles(file);
    else await removePage(file);
  };
  for (const rows of batches(sql.each<StaleRow>(STALE), REMOVED_AT_ONCE)) await Promise.all(rows.map(remove));
  keepAll(store, Iterator.from(sql.each<PageRow>(MISSING)).map(withOwnFile));
}

// Compares dates too: a page whose damaged file was repaired differs only by its date.
const FILES = 'SELECT path, file, hash, modified FROM';
const STALE = `SELECT s.path, EXISTS (SELECT 1 FROM main.pages p WHERE p.path = s.path) AS isReplaced
  FROM (${FILES} stale.pages EXCEPT ${FILES} main.pages) s`;
const MISSING = `SELECT p.* FROM (${FILES} main.pages EXCEPT ${FILES} stale.pages) s JOIN main.pages p ON p.path = s.path`;

async function removePage(file: string): Promise<void> {
  await removeFiles(file);
  try {
    await rmdir(dirname(file));
  } catch {
    // Removes a page's files but not its folder, which still contains other pages.
  }
}

async function removeFiles(file: string): Promise<void> {
  for (const suffix of PAGE_SUFFIXES) {
    try {
      await unlink(file + suffix);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}
