import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { batches } from '#src/lib/batches.ts';
import { isMissing } from '#src/lib/errors.ts';
import { SUFFIX } from '#src/lib/forms.ts';
import { openFinishedSql, type Sql } from '#src/lib/sqlite.ts';
import { assetFileOf } from './file-name.ts';
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

/** Takes over the records of what stays. The previous manifest is attached as `previous`. */
export function keepRecords(sql: Sql, kept: Kept): void {
  sql.exec('INSERT INTO pages SELECT path, file, hash, bytes, modified, inputs, version FROM previous.pages');
  for (const path of kept.dropped()) sql.run('DELETE FROM pages WHERE path = ?', path);
  for (const { path, version } of kept.versions())
    sql.run('UPDATE pages SET version = ? WHERE path = ?', version, path);
}

/** Links the files of every page recorded so far. */
export function linkFiles(sql: Sql, store: PageStore): void {
  for (const row of sql.each<PageRow>('SELECT * FROM pages')) store.keep(row);
}

/** Where the tree of an older release waits for its next use. */
const SPARE = '.spare';

export const spareOf = (releases: string) => join(releases, SPARE);

const ASIDE = '.old-';

/** Where a tree waits to be removed: renamed first, so that one half removed is never taken for a release. */
export const asideOf = (releases: string, name: string) => join(releases, `${ASIDE}${name}`);

export const isAside = (name: string) => name.startsWith(ASIDE);

/**
 * Makes the tree of an older release that of a new one: what both have stays where it is, so that the work is that of
 * the difference. Files are never written over, because other releases have them too.
 * @param bundle id of the bundle that the new release is of
 * @returns where its manifest is now; undefined where there was no such tree
 */
export function reuseSpare(
  releases: string,
  folder: string,
  bundle: string,
): { readonly manifest: string } | undefined {
  const spare = spareOf(releases);
  if (bundleOfSpare(spare) !== bundle) {
    // Nothing in it is of use, or it is no whole tree. It goes once the new release is live (`prune`).
    if (existsSync(spare)) renameSync(spare, asideOf(releases, `spare-${basename(folder)}`));
    return undefined;
  }
  const manifest = `${folder}-spare.db`;
  renameSync(spare, folder);
  renameSync(join(folder, 'manifest.db'), manifest);
  rmSync(join(folder, 'release.json'));
  removeAssets(manifest, join(folder, 'site'));
  return { manifest };
}

/** Of a whole tree; undefined where anything is missing. */
export function bundleOfSpare(spare: string): string | undefined {
  try {
    const { bundle }: ReleaseInfo = JSON.parse(readFileSync(join(spare, 'release.json'), 'utf8'));
    return existsSync(join(spare, 'manifest.db')) ? bundle.id : undefined;
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

type LeftRow = { file: string; stays: number };

/** Brings the files of a reused tree, whose manifest is attached as `spare`, to what is recorded so far. */
export async function mendFiles(sql: Sql, folder: string, store: PageStore): Promise<void> {
  const remove = async ({ file, stays }: LeftRow) => {
    const path = join(folder, 'site', file);
    await removePage(path);
    if (!stays) await removeEmpty(dirname(path));
  };
  for (const rows of batches(sql.each<LeftRow>(LEFT), REMOVED_AT_ONCE)) await Promise.all(rows.map(remove));
  for (const row of sql.each<PageRow>(MISSING)) store.keep(row);
}

// A page that was mended differs by its date alone from the damaged one that an older tree may hold.
const DIFFERS = 'p.hash <> s.hash OR p.file <> s.file OR p.modified <> s.modified';
const LEFT = `SELECT s.file, p.path IS NOT NULL AS stays FROM spare.pages s LEFT JOIN pages p ON p.path = s.path WHERE p.path IS NULL OR ${DIFFERS}`;
const MISSING = `SELECT p.* FROM pages p LEFT JOIN spare.pages s ON s.path = p.path WHERE s.path IS NULL OR ${DIFFERS}`;

const removeForms = (file: string) => {
  for (const suffix of ['', ...Object.values(SUFFIX)]) rmSync(file + suffix, { force: true });
};

async function removePage(file: string): Promise<void> {
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
