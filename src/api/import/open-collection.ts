import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Collection, CollectionFile } from '../collection/index.ts';
import { openArchive } from '../epub/archive.ts';
import { DEFAULT_LIMITS } from '../epub/limits.ts';
import type { CollectionInput } from './jobs.ts';

/**
 * Opens the files of a folder, or those inside a ZIP. To read one book of many, only the files of this book are
 * inflated: a ZIP with 300 books would otherwise be inflated 300 times to store them.
 * @throws EpubError for a hostile or damaged ZIP
 */
export async function openCollection({ name, files, as, only }: CollectionInput): Promise<Collection> {
  const [first] = files;
  const read = first && fileOf(first).read;
  const isZip = files.length === 1 && read !== undefined && extname(first?.path ?? '').toLowerCase() === '.zip';
  if (!isZip) return { name, as, files: files.map(fileOf) };
  const archive = await openArchive(await read(), DEFAULT_LIMITS, { isLazy: only !== undefined });
  const inside = archive.names.map(
    (path): CollectionFile => ({
      path,
      read: async () => (await archive.read(path)) ?? new Uint8Array(),
    }),
  );
  return { name: basename(first?.path ?? name), as, files: inside };
}

function fileOf({ path, bytes, place }: CollectionInput['files'][number]): CollectionFile {
  if (bytes !== undefined) return { path, read: async () => bytes };
  return place === undefined ? { path } : { path, read: () => readFile(place) };
}
