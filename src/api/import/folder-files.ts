import { lstat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { readPlain, walkPlain } from '#src/lib/plain-files.ts';
import { isBookFile, isExportName, isIgnored, isPicture } from '../collection/index.ts';
import { DEFAULT_LIMITS, mib } from '../epub/limits.ts';

const MAX_FILES = 20_000;
/** Maximum total size of a collection's files, excluding pictures. */
const MAX_COLLECTION_BYTES = 128 * 1024 * 1024;

/** Whether a path is a folder. A link to a folder is not. */
export const isFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Whether a file has the extension of a ZIP archive. */
export const isZip = (path: string): boolean => extname(path).toLowerCase() === '.zip';

/**
 * The files below a folder that an import may read, sorted by name. Links are not followed.
 * @throws LecternError if there are too many
 */
export function filesBelow(folder: string): string[] {
  const paths: string[] = [];
  for (const { path, stat, strange } of walkPlain(folder, '', ({ path: one }) => isIgnored(one))) {
    if (strange !== undefined || !stat.isFile() || !(isBookFile(path) || isPicture(path) || isExportName(path)))
      continue;
    paths.push(path);
    if (paths.length > MAX_FILES)
      throw new LecternError(
        'TOO_MUCH',
        `It has more than ${MAX_FILES} files. Import its subfolders one after another.`,
      );
  }
  return paths;
}

/** Reads files of a folder, except pictures. @throws LecternError if one or all are too large */
export async function readFiles(
  folder: string,
  paths: readonly string[],
): Promise<{ path: string; bytes?: Uint8Array }[]> {
  let bytesLeft = MAX_COLLECTION_BYTES;
  const files: { path: string; bytes?: Uint8Array }[] = [];
  for (const path of paths) {
    if (isPicture(path)) {
      files.push({ path });
      continue;
    }
    const { size } = await lstat(join(folder, path));
    bytesLeft -= size;
    if (bytesLeft < 0)
      throw new LecternError(
        'TOO_MUCH',
        `Its files have more than ${mib(MAX_COLLECTION_BYTES)}. Import its subfolders one after another.`,
      );
    files.push({ path, bytes: await readPlain(folder, path, DEFAULT_LIMITS.fileBytes) });
  }
  return files;
}
