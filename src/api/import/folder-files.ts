import { lstat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { isPlainFile, NotPlainError, readPlain, walkPlain } from '#src/lib/plain-files.ts';
import { isBookFile, isExportName, isIgnored, isPage, isPicture } from '../collection/index.ts';
import { DEFAULT_LIMITS, mib } from '../epub/limits.ts';
import { contentOf, requireSingleLink } from './content-of.ts';
import { nameKey, pictureNamesIn, picturePathsIn } from './picture-names.ts';

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
 * Reads the files of a folder. Of its pictures, reads only those that a page or a site export names.
 * @param isInbox whether the folder is a watched folder or in one, in which files with several hard links are rejected
 * @throws LecternError if a file is too large, or all files together are
 */
export async function readFiles(
  folder: string,
  paths: readonly string[],
  isInbox = false,
): Promise<{ path: string; bytes?: Uint8Array }[]> {
  const check = isInbox ? requireSingleLink : undefined;
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
    files.push({ path, bytes: await readPlain(folder, path, DEFAULT_LIMITS.fileBytes, check) });
  }
  return withPictures(folder, files, bytesLeft, check);
}

/** Reads the pictures that pages and site exports name, up to the limit for the total size of all files. */
async function withPictures(
  folder: string,
  files: readonly { path: string; bytes?: Uint8Array }[],
  maxBytes: number,
  check?: typeof requireSingleLink,
): Promise<{ path: string; bytes?: Uint8Array }[]> {
  const pictures = files.filter(({ path }) => isPicture(path));
  const texts = pictures.length === 0 ? [] : files.filter(({ path }) => isExportName(path) || isPage(path));
  const names = new Set(texts.flatMap(({ bytes }) => (bytes ? [...pictureNamesIn(textIn(bytes))] : [])));
  let bytesLeft = maxBytes;
  const read = new Map<string, Uint8Array>();
  for (const { path } of pictures) {
    if (!names.has(nameKey(basename(path)))) continue;
    const { size } = await lstat(join(folder, path));
    if (size > DEFAULT_LIMITS.entryBytes) continue;
    bytesLeft -= size;
    if (bytesLeft < 0) break;
    read.set(path, await readPlain(folder, path, DEFAULT_LIMITS.entryBytes, check));
  }
  return files.map((file) => {
    const bytes = read.get(file.path);
    return bytes ? { ...file, bytes } : file;
  });
}

/** Decodes a text well enough to find file names in it. */
const textIn = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[1] === 0 || bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);

/** Maximum number of pictures next to a page that an operator names. */
const MAX_PAGE_PICTURES = 2000;

/**
 * Returns the pictures that a page shows and that are below its folder, as relative paths. Links are not followed.
 * @throws LecternError if the page cannot be read
 */
export async function picturesOfPage(file: string): Promise<string[]> {
  const [folder, found] = [dirname(file), new Set<string>()];
  for (const path of picturePathsIn(textIn(await contentOf(file)))) {
    const plain = path.replace(/^(?:\.\/)+/, '');
    if (found.size < MAX_PAGE_PICTURES && isPicture(plain) && isPlain(folder, plain)) found.add(plain);
  }
  return [...found];
}

function isPlain(folder: string, path: string): boolean {
  try {
    return isPlainFile(folder, path);
  } catch (error) {
    if (error instanceof NotPlainError) return false;
    throw error;
  }
}
