import { existsSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SUFFIX } from '#src/lib/forms.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { type PageRow, toPage } from './manifest.ts';
import type { PageStore } from './page-store.ts';

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
  for (const row of sql.each<PageRow>('SELECT * FROM pages')) store.keep(toPage(row));
}

/** Where the tree of an older release waits for its next use. */
const SPARE = '.spare';

export const spareOf = (releases: string) => join(releases, SPARE);

/**
 * Makes the tree of an older release that of a new one: what both have stays where it is, so that the work is that of
 * the difference. Files are never written over, because other releases have them too.
 * @returns whether there was such a tree
 */
export function reuseSpare(releases: string, folder: string): { readonly manifest: string } | undefined {
  const spare = spareOf(releases);
  if (!existsSync(join(spare, 'manifest.db')) || !existsSync(join(spare, 'release.json'))) return undefined;
  const manifest = `${folder}-spare.db`;
  renameSync(join(spare, 'manifest.db'), manifest);
  renameSync(spare, folder);
  for (const part of ['release.json', 'site/_astro', 'site/_brand'])
    rmSync(join(folder, part), { recursive: true, force: true });
  return { manifest };
}

/** Brings the files of a reused tree, whose manifest is attached as `spare`, to what is recorded so far. */
export function mendFiles(sql: Sql, folder: string, store: PageStore): void {
  for (const row of sql.all<PageRow>(LEFT)) removeFiles(join(folder, 'site', row.file));
  for (const row of sql.all<PageRow>(MISSING)) store.keep(toPage(row));
}

const LEFT = `SELECT s.* FROM spare.pages s LEFT JOIN pages p ON p.path = s.path
  WHERE p.path IS NULL OR p.hash <> s.hash OR p.file <> s.file`;
const MISSING = `SELECT p.* FROM pages p LEFT JOIN spare.pages s ON s.path = p.path
  WHERE s.path IS NULL OR p.hash <> s.hash OR p.file <> s.file`;

function removeFiles(file: string): void {
  for (const suffix of ['', ...Object.values(SUFFIX)]) if (existsSync(file + suffix)) unlinkSync(file + suffix);
  try {
    rmdirSync(dirname(file));
  } catch {
    // Other pages stand in the folder.
  }
}
