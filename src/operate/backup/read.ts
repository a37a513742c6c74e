import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { isPlainFile, plainFolderNames, readPlainSync } from '#src/lib/plain-files.ts';
import { digestOf, filesBelow, parseChecksums } from './checksums.ts';
import { checkForeignDatabases } from './copy-database.ts';
import { DamagedBackupError } from './errors.ts';
import { checkLayout, isLeftOut } from './layout.ts';
import { API_DATABASES, type BackupInfo, CHECKSUMS_FILE, COUNTS_PARTS, FORMAT, INFO_FILE } from './types.ts';

const Info = v.object({
  format: v.number(),
  made: v.string(),
  lectern: v.string(),
  parts: v.array(v.picklist(['api', 'nights.db', 'brands', ...COUNTS_PARTS, 'releases'])),
  ownSite: v.optional(v.boolean()),
  files: v.number(),
  bytes: v.number(),
  checksums: v.string(),
});

const NAME = /^\d{8}T\d{9}Z$/;
const isBackup = (folder: string) => existsSync(folder) && isPlainFile(folder, INFO_FILE);

/** The backups in a folder, newest first. Links are ignored. */
export function listBackups(folder: string): string[] {
  const names = plainFolderNames(folder).filter((name) => NAME.test(name) && isBackup(join(folder, name)));
  return names
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/**
 * Returns the backup to use: the folder itself, or the newest backup in it.
 * @throws ConfigError if there is none
 */
export function findBackup(folder: string): string {
  if (isBackup(folder)) return folder;
  const [newest] = existsSync(folder) ? listBackups(folder) : [];
  if (newest !== undefined) return newest;
  throw new ConfigError(`There is no backup in ${folder}: no ${INFO_FILE} in it or in a subfolder named after a time.`);
}

const MAX_INFO_BYTES = 2 ** 20;

/**
 * @throws DamagedBackupError
 * @throws ConfigError if a newer version of Lectern created the backup
 */
function readInfo(folder: string): BackupInfo {
  const file = join(folder, INFO_FILE);
  const info = v.safeParse(
    v.pipe(v.string(), v.parseJson(), Info),
    readPlainSync(folder, INFO_FILE, MAX_INFO_BYTES).toString(),
  );
  if (!info.success) throw new DamagedBackupError(`${file} cannot be read. Use another backup.`);
  if (info.output.format > FORMAT)
    throw new ConfigError(
      `${folder} was made by Lectern ${info.output.lectern}, in a format that this version does not support. Restore it with that version.`,
    );
  return info.output;
}

/** Databases that a backup may contain, relative to its folder. */
const DATABASES = ['nights.db', ...API_DATABASES.map((name) => `api/${name}`)];

/**
 * Compares every file with its checksum and checks the databases.
 * @throws NotPlainError for a link or anything else except files and folders
 * @throws DamagedBackupError for the first damage
 */
export async function verifyBackup(folder: string): Promise<BackupInfo> {
  checkLayout(folder);
  const info = readInfo(folder);
  const sums = readPlainSync(folder, CHECKSUMS_FILE);
  if (hash(sums) !== info.checksums)
    throw new DamagedBackupError(`${join(folder, CHECKSUMS_FILE)} is damaged. Use another backup.`);
  const expected = parseChecksums(sums.toString());
  const files = filesBelow(folder, (entry) => isLeftOut(folder, entry)).map(({ path }) => path);
  const own: readonly string[] = [INFO_FILE, CHECKSUMS_FILE];
  const unexpected = files.filter((path) => !expected.has(path) && !own.includes(path));
  if (unexpected.length > 0) throw damage(folder, unexpected, 'were added after it was made');
  const present = new Set(files);
  const missing = [...expected.keys()].filter((path) => !present.has(path));
  if (missing.length > 0) throw damage(folder, missing, 'are missing');
  for (const [path, digest] of expected)
    if ((await digestOf(folder, path)) !== digest) throw damage(folder, [path], 'were changed');
  const databases = DATABASES.filter((name) => isPlainFile(folder, name));
  await checkForeignDatabases(databases.map((name) => join(folder, name)));
  return info;
}

const SHOWN = 3;

function damage(folder: string, paths: readonly string[], what: string): DamagedBackupError {
  const names = `${paths.slice(0, SHOWN).join(', ')}${paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : ''}`;
  return new DamagedBackupError(`The backup ${folder} is damaged: files ${what} (${names}). Use another backup.`);
}
