import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { batches } from '#src/lib/batches.ts';
import { isMissing } from '#src/lib/errors.ts';
import { SUFFIX } from '#src/lib/forms.ts';
import { openFinishedSql, type Sql } from '#src/lib/sqlite.ts';
import { assetFileOf } from './file-paths.ts';
import type { PageRow } from './manifest.ts';
import type { PageStore } from './page-store.ts';
import type { ReleaseInfo } from './types.ts';

/** Which pages of the release before stay. */
export interface Kept {
  /** Paths of it that do not: rendered anew, or gone. */
  dropped(): Iterable<string>;
  /** Pages that stay, though they are recorded as made from something else now. */
  versions(): Iterable<{ readonly path: string; readonly version: string }>;
}

interface Keeping {
  /** Folder of the release in the making. */
  readonly folder: string;
  /** The older release's tree that stands there. */
  readonly tree: ReusedTree | undefined;
  readonly store: PageStore;
}

/** Brings the records of the release before, and the tree, to what stays of it. */
export async function keepPages(sql: Sql, kept: Kept, { folder, tree, store }: Keeping): Promise<void> {
  if (tree && !tree.stale) await dropPages(sql, folder, kept.dropped());
  else for (const path of kept.dropped()) sql.run(DROP, path);
  for (const { path, version } of kept.versions())
    sql.run('UPDATE pages SET version = ? WHERE path = ?', version, path);
  if (!tree) linkFiles(sql, store);
  else if (tree.stale) await mendFiles(sql, folder, store);
}

const DROP = 'DELETE FROM pages WHERE path = ?';

/** Links the files of every page recorded so far. */
function linkFiles(sql: Sql, store: PageStore): void {
  for (const row of sql.each<PageRow>('SELECT * FROM pages')) store.keep(row);
}

/** Where the tree of an older release waits for its next use. */
const SPARE = '.spare';

export const spareOf = (releases: string) => join(releases, SPARE);

const ASIDE = '.old-';

/** Where a tree waits to be removed: renamed first, so that one half removed is never taken for a release. */
export const asideOf = (releases: string, name: string) => join(releases, `${ASIDE}${name}`);

export const isAside = (name: string) => name.startsWith(ASIDE);

/** The tree of an older release, in the folder of a new one. */
export interface ReusedTree {
  /** Where its manifest is, where the tree is not what the previous release is. */
  readonly stale: string | undefined;
}

/**
 * Makes the tree of an older release that of a new one: what both have stays where it is, so that the work is that of
 * the difference. Files are never written over, because other releases have them too.
 * @returns undefined where there is no such tree
 */
export function reuseSpare(releases: string, folder: string, previous: ReleaseInfo): ReusedTree | undefined {
  const spare = spareOf(releases);
  const info = infoOfSpare(spare);
  if (info?.bundle.id !== previous.bundle.id) {
    // Nothing in it is of use, or it is no whole tree. It goes once the new release is live (`prune`).
    if (existsSync(spare)) renameSync(spare, asideOf(releases, `spare-${basename(folder)}`));
    return undefined;
  }
  const manifest = join(folder, 'manifest.db');
  renameSync(spare, folder);
  rmSync(join(folder, 'release.json'));
  removeAssets(manifest, join(folder, 'site'));
  if (info.id === previous.id) return { stale: undefined };
  const stale = `${folder}-spare.db`;
  renameSync(manifest, stale);
  return { stale };
}

/** Of a whole tree: the release whose pages it has; undefined where anything is missing. */
export function infoOfSpare(spare: string): ReleaseInfo | undefined {
  try {
    const info: ReleaseInfo = JSON.parse(readFileSync(join(spare, 'release.json'), 'utf8'));
    return existsSync(join(spare, 'manifest.db')) ? info : undefined;
  } catch {
    return undefined;
  }
}

function removeAssets(manifest: string, site: string): void {
  const sql = openFinishedSql(manifest);
  for (const { url } of sql.all<{ url: string }>('SELECT url FROM assets')) removeForms(join(site, assetFileOf(url)));
  sql.close();
}

/** Folders of an older tree are seldom in memory: the system looks several up while one would wait. */
const REMOVED_AT_ONCE = 64;

type FileRow = { file: string };

/** Takes pages out of a tree that has all of the previous release's, and out of the records. */
async function dropPages(sql: Sql, folder: string, dropped: Iterable<string>): Promise<void> {
  const drop = async (path: string) => {
    const row = sql.get<FileRow>('SELECT file FROM pages WHERE path = ?', path);
    sql.run(DROP, path);
    if (row) await removePage(join(folder, 'site', row.file));
  };
  for (const paths of batches(dropped, REMOVED_AT_ONCE)) await Promise.all(paths.map(drop));
}

type LeftRow = FileRow & { stays: number };

/** Brings the files of a reused tree, whose manifest is attached as `spare`, to what is recorded so far. */
export async function mendFiles(sql: Sql, folder: string, store: PageStore): Promise<void> {
  const remove = async ({ file, stays }: LeftRow) => {
    const path = join(folder, 'site', file);
    if (stays) await removeFiles(path);
    else await removePage(path);
  };
  for (const rows of batches(sql.each<LeftRow>(LEFT), REMOVED_AT_ONCE)) await Promise.all(rows.map(remove));
  for (const row of sql.each<PageRow>(MISSING)) store.keep(row);
}

// A page that was mended differs by its date alone from the damaged one that an older tree may hold.
const FILES = 'SELECT path, file, hash, modified FROM';
const LEFT = `SELECT s.file, EXISTS (SELECT 1 FROM main.pages p WHERE p.path = s.path) AS stays
  FROM (${FILES} spare.pages EXCEPT ${FILES} main.pages) s`;
const MISSING = `SELECT p.* FROM (${FILES} main.pages EXCEPT ${FILES} spare.pages) s JOIN main.pages p ON p.path = s.path`;

const removeForms = (file: string) => {
  for (const suffix of ['', ...Object.values(SUFFIX)]) rmSync(file + suffix, { force: true });
};

async function removePage(file: string): Promise<void> {
  await removeFiles(file);
  await removeEmpty(dirname(file));
}

async function removeFiles(file: string): Promise<void> {
  for (const suffix of ['', SUFFIX.br]) {
    try {
      await unlink(file + suffix);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch {
    // Other pages stand in the folder.
  }
}
