import { constants, copyFileSync, linkSync, renameSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '#src/lib/errors.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { isPlainFile, NotPlainError, plainStat } from '#src/lib/plain-files.ts';
import { openFinishedSql, type Sql } from '#src/lib/sqlite.ts';
import type { OrderedPage } from '#src/publish/release/index.ts';

/** A recompressed page, in a temporary file that is already on disk. */
export interface Replacement extends Pick<OrderedPage, 'path' | 'file' | 'hash'> {
  readonly temporary: string;
  readonly bytes: number;
  /** Inode of a damaged file, which is replaced even by a larger one. */
  readonly repaired: number | undefined;
}

/**
 * Replaces compressed pages in all given folders that have a page with the same HTML at the same path. Each replacement
 * is a rename, so at any moment a file is complete. The caller holds the brand's lock.
 *
 * The release that the pass reads comes last: if the process is killed in between, the next pass finds that page again
 * and repeats it for all folders. So no folder, such as the recycled tree, keeps a worse file than the live release.
 *
 * @param folders folders of releases, the one that the pass reads last
 */
export function replacePages(folders: readonly string[], replacements: readonly Replacement[]): void {
  for (const [index, folder] of folders.entries()) {
    const isLast = index === folders.length - 1;
    const sql = openManifest(folder);
    if (!sql) continue;
    try {
      for (const replacement of replacements)
        if (hasPage(sql, replacement)) replaceFile(folder, replacement, isLast ? renameSync : shareFile);
    } finally {
      sql.close();
    }
  }
  for (const { temporary } of replacements) rmSync(temporary, { force: true });
}

/** @returns undefined for a folder without a readable manifest, such as a tree that is being updated */
function openManifest(folder: string): Sql | undefined {
  try {
    return isPlainFile(folder, 'manifest.db') ? openFinishedSql(join(folder, 'manifest.db')) : undefined;
  } catch {
    return undefined;
  }
}

function hasPage(sql: Sql, { path, hash }: Replacement): boolean {
  try {
    return sql.get('SELECT 1 FROM pages WHERE path = ? AND hash = ?', path, hash) !== undefined;
  } catch {
    return false;
  }
}

type Put = (temporary: string, target: string) => void;

function replaceFile(folder: string, replacement: Replacement, put: Put): void {
  const { file, temporary, bytes, repaired } = replacement;
  const html = `site/${file}`;
  const compressed = html + ENCODING_SUFFIX.br;
  // Without the HTML, the pages of this release are elsewhere, or a folder on the way is a link.
  if (!statOf(folder, html)) return;
  const present = statOf(folder, compressed);
  if (present && present.size < bytes && present.ino !== repaired) return;
  try {
    put(temporary, join(folder, compressed));
  } catch (error) {
    // The release was removed by hand: a run cannot remove it while the caller holds the lock.
    if (!isMissing(error)) throw error;
  }
}

function statOf(folder: string, file: string): Stats | undefined {
  try {
    const stat = plainStat(folder, file);
    return stat?.isFile() ? stat : undefined;
  } catch (error) {
    if (error instanceof NotPlainError) return undefined;
    throw error;
  }
}

/** Gives a file a second name, which replaces an existing file. Copies it where hard links are not possible. */
function shareFile(temporary: string, target: string): void {
  const second = `${temporary}.second`;
  rmSync(second, { force: true });
  try {
    linkSync(temporary, second);
  } catch (error) {
    if (isMissing(error)) throw error;
    copyFileSync(temporary, second, constants.COPYFILE_EXCL);
  }
  renameSync(second, target);
}
