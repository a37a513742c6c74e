import { lstat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { readPlain, walkPlain } from '#src/lib/plain-files.ts';
import { isBookFile, isExportName, isIgnored, isPicture, originalName } from '../collection/index.ts';
import { DEFAULT_LIMITS, mib } from '../epub/limits.ts';

const MAX_FILES = 20_000;
/** Maximum total size of the files of a collection, without pictures. */
const MAX_COLLECTION_BYTES = 128 * 1024 * 1024;

/** Whether a path is a folder, but not a symbolic link to one. */
export const isFolder = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;

/** Whether a file has the extension of a ZIP archive. */
export const isZip = (path: string): boolean => extname(path).toLowerCase() === '.zip';

/**
 * Returns the files below a folder that an import may read, sorted by name. Does not follow symbolic links.
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

/**
 * Reads the files of a folder. Of its pictures, reads only those that a site export names.
 * @throws LecternError if a file is too large, or all files together are
 */
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
  return withPictures(folder, files, bytesLeft);
}

/** Maximum number of pictures that are read for a site export. Further pictures are left out. */
const MAX_PICTURE_NAMES = 20_000;
const MAX_NAME_CHARACTERS = 200;

/** Reads the pictures that a site export names, up to the limit for their total size. */
async function withPictures(
  folder: string,
  files: readonly { path: string; bytes?: Uint8Array }[],
  maxBytes: number,
): Promise<{ path: string; bytes?: Uint8Array }[]> {
  const pictures = files.filter(({ path }) => isPicture(path));
  const exports = pictures.length === 0 ? [] : files.filter(({ path }) => isExportName(path));
  const names = new Set(exports.flatMap(({ bytes }) => (bytes ? pictureNamesIn(new TextDecoder().decode(bytes)) : [])));
  let bytesLeft = maxBytes;
  const read = new Map<string, Uint8Array>();
  for (const { path } of pictures) {
    if (!names.has(basename(path))) continue;
    bytesLeft -= (await lstat(join(folder, path))).size;
    if (bytesLeft < 0) break;
    read.set(path, await readPlain(folder, path, DEFAULT_LIMITS.entryBytes));
  }
  return files.map((file) => {
    const bytes = read.get(file.path);
    return bytes ? { ...file, bytes } : file;
  });
}

/**
 * Returns the names of picture files in a text, as written and URL-decoded, and for smaller copies also the names of
 * their originals.
 */
function pictureNamesIn(text: string): string[] {
  const names: string[] = [];
  for (const { 0: extension, index } of text.matchAll(/\.(?:jpe?g|png|gif|webp|svg)/gi)) {
    if (names.length >= MAX_PICTURE_NAMES) break;
    const before = text.slice(Math.max(0, index - MAX_NAME_CHARACTERS), index);
    const name = (before.split(/[\s"'/\\<>()=]/).at(-1) ?? '') + extension;
    for (const variant of [name, decoded(name)]) names.push(variant, originalName(variant));
  }
  return names;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
