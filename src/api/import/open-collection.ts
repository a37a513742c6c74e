import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Collection, CollectionFile } from '../collection/index.ts';
import { openArchive } from '../epub/archive.ts';
import { DEFAULT_LIMITS } from '../epub/limits.ts';
import type { CollectionInput } from './jobs.ts';

/** Opens a collection: the files of a folder, or of a ZIP. @throws EpubError if the ZIP is hostile or damaged */
export async function openCollection({ name, files, as }: CollectionInput): Promise<Collection> {
  const [only] = files;
  const read = only && fileOf(only).read;
  const isZip = files.length === 1 && read !== undefined && extname(only?.path ?? '').toLowerCase() === '.zip';
  if (!isZip) return { name, as, files: files.map(fileOf) };
  const archive = await openArchive(await read(), DEFAULT_LIMITS);
  const inside = archive.names.map(
    (path): CollectionFile => ({
      path,
      read: async () => (await archive.read(path)) ?? new Uint8Array(),
    }),
  );
  return { name: basename(only?.path ?? name), as, files: inside };
}

function fileOf({ path, bytes, place }: CollectionInput['files'][number]): CollectionFile {
  if (bytes !== undefined) return { path, read: async () => bytes };
  return place === undefined ? { path } : { path, read: () => readFile(place) };
}
