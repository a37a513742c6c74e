import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { NotPlainError, type PlainEntry, walkPlain } from '#src/lib/plain-files.ts';
import { isReleaseName, STORED_MANIFEST } from '#src/publish/release/index.ts';
import { DamagedBackupError } from './errors.ts';
import { API_DATABASES, CHECKSUMS_FILE, COUNTS_PARTS, INFO_FILE } from './types.ts';

const BRAND = /^[a-z][a-z0-9-]{1,30}$/;
const SITE_LINK = /^site-[\dA-Za-z-]+$/;

/**
 * Whether an entry of a release is excluded from backups and restores. This applies to the alias of `site/` and to the
 * stored manifest, because a restore creates both again (restored-release.ts). The alias is the only link allowed in a
 * backup; only backups by older versions contain it.
 * @param inRelease path below the folder of the release
 */
export function isLeftOutOfRelease(root: string, { path, stat }: PlainEntry, inRelease: string): boolean {
  if (inRelease === STORED_MANIFEST) return stat.isFile();
  return SITE_LINK.test(inRelease) && stat.isSymbolicLink() && readlinkSync(join(root, path)) === 'site';
}

/** Like `isLeftOutOfRelease`, but for any entry in a complete backup. */
export function isLeftOut(folder: string, entry: PlainEntry): boolean {
  const [part, brand, release, ...rest] = entry.path.split('/');
  if (part !== 'releases' || brand === undefined || release === undefined || rest.length !== 1) return false;
  return isLeftOutOfRelease(folder, entry, rest[0] ?? '');
}

const isDatabase = (name = '') => API_DATABASES.some((database) => database === name);

/** Whether a path belongs in a backup. A restore writes nothing else. */
function hasPlace(path: string): boolean {
  const [part, ...rest] = path.split('/');
  const [first = '', second = ''] = rest;
  if (part === 'nights.db' || part === INFO_FILE || part === CHECKSUMS_FILE) return rest.length === 0;
  if (part === 'brands' || rest.length === 0)
    return ['api', 'brands', ...COUNTS_PARTS, 'releases'].includes(part ?? '');
  if (part === 'api') return first === 'media' || (rest.length === 1 && isDatabase(first));
  if (COUNTS_PARTS.some((countsPart) => countsPart === part)) return BRAND.test(first) && rest.length <= 2;
  return part === 'releases' && BRAND.test(first) && (rest.length === 1 || isReleaseName(second));
}

/**
 * Checks all entries of a backup before any of them is read or written.
 * @throws NotPlainError for a link, a FIFO or a file with hard links outside the backup
 * @throws DamagedBackupError for entries that do not belong in a backup
 */
export function checkLayout(folder: string): void {
  const named = new Map<string, { path: string; names: number; found: number }>();
  const releases = new Map<string, string>();
  for (const entry of walkPlain(folder, '', (plainEntry) => isLeftOut(folder, plainEntry))) {
    const { path, stat, strange } = entry;
    if (strange !== undefined) throw new NotPlainError(join(folder, path), strange);
    if (!hasPlace(path)) throw new DamagedBackupError(`${join(folder, path)} does not belong in a backup. Remove it.`);
    countRelease(folder, path, releases);
    if (!stat.isFile() || stat.nlink === 1) continue;
    const inode = `${stat.dev} ${stat.ino}`;
    const { found } = named.get(inode) ?? { found: 0 };
    named.set(inode, { path, names: stat.nlink, found: found + 1 });
  }
  for (const { path, names, found } of named.values())
    if (names > found)
      throw new NotPlainError(
        join(folder, path),
        `is a hard link to a file outside the backup: restore from a copy made with cp -r --no-preserve=links ${folder} COPY`,
      );
}

/** Rejects a second release of a brand, because a backup only contains the live one. */
function countRelease(folder: string, path: string, releases: Map<string, string>): void {
  const [part, brand, release] = path.split('/');
  if (part !== 'releases' || brand === undefined || release === undefined) return;
  const firstRelease = releases.get(brand) ?? release;
  if (firstRelease !== release)
    throw new DamagedBackupError(
      `${folder} has two releases of ${brand}, ${firstRelease} and ${release}. Use another backup.`,
    );
  releases.set(brand, firstRelease);
}
