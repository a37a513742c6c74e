import { basename, extname } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { readEpub } from '../epub/index.ts';
import type { ImportedBook } from '../epub/types.ts';
import {
  bookOf,
  type FieldOverrides,
  isDocument,
  isManuscript,
  ManuscriptError,
  parseText,
  readDocument,
  readManuscript,
} from '../manuscript/index.ts';
import { divideFiles, isIgnored } from './numbered/divide.ts';
import { readNumbered } from './numbered/read-numbered.ts';
import { withOwnPictures } from './own-pictures.ts';
import { createSitePictures } from './site/pictures.ts';
import { readExports } from './site/read-exports.ts';
import type { Collection, CollectionBook, CollectionFile, CollectionOptions, Refusal } from './types.ts';

/**
 * Reads the books of a folder, ZIP or export one after another. If a book cannot be read, the others are still read.
 * Does not write files or use the network.
 * @throws ManuscriptError if the collection contains no book
 */
export async function* readCollection(
  collection: Collection,
  options: CollectionOptions,
): AsyncGenerator<CollectionBook | Refusal> {
  const files = collection.files.filter(({ path }) => !isIgnored(path));
  const exported = await readExports({ ...collection, files }, options, refusing);
  if (exported) return yield* exported;
  const groups = divideFiles(
    files.filter(({ read }) => read !== undefined).map(({ path }) => path),
    collection.as,
  );
  if (groups.length === 0)
    throw new ManuscriptError(
      'It contains no book: no file ends with .epub, .docx, .odt, .md, .html or .txt, or is the export of a site. Check that it is the right one.',
    );
  for (const [index, { kind, folder, paths }] of groups.entries()) {
    if (options.only !== undefined && index !== options.only) continue;
    const path = paths[0] ?? '';
    const title = titleOfFolder(folder === '' ? collection.name : folder);
    yield await refusing(kind === 'single' ? path : folder || collection.name, async () =>
      kind === 'numbered'
        ? await readNumbered(files, paths, { folder, title }, options)
        : await readSingle(fileAt(files, path), files, options),
    );
  }
}

/** Reads a book. Returns an expected error as a refusal. */
async function refusing(name: string, read: () => Promise<CollectionBook>): Promise<CollectionBook | Refusal> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return { refused: name, reason: error.message };
  }
}

const fileAt = (files: readonly CollectionFile[], path: string) => files.find((file) => file.path === path);

async function readSingle(
  file: CollectionFile | undefined,
  files: readonly CollectionFile[],
  { overrides }: CollectionOptions,
): Promise<CollectionBook> {
  const { path, read } = file ?? { path: '' };
  const bytes = (await read?.()) ?? new Uint8Array();
  if (!isManuscript(path)) return { book: await readBook(bytes, path, overrides), file: { path, bytes } };
  const { manuscript, text, encoding, doubts } = parseText(bytes, path, overrides);
  const book = bookOf(await withOwnPictures(manuscript, createSitePictures(files), path), path, overrides, text);
  return { book: { ...book, encoding, doubts: [...doubts] }, file: { path, bytes } };
}

/** Reads a file that is a whole book, by its extension. `overrides` do not change the title and author of an EPUB. */
export async function readBook(
  bytes: Uint8Array,
  path: string,
  overrides: FieldOverrides = {},
  onProgress?: (share: number) => void,
): Promise<ImportedBook> {
  if (isDocument(path)) return readDocument(bytes, path, overrides);
  if (isManuscript(path)) return readManuscript(bytes, path, overrides);
  return readEpub(bytes, {}, onProgress, overrides.language);
}

/** Returns a title from the name of a folder or ZIP: "The_Raft" and "The-Raft.zip" become "The Raft". */
function titleOfFolder(path: string): string {
  const name = basename(path, extname(path) === '.zip' ? '.zip' : '');
  return (
    name
      .replaceAll(/[_\s]+/g, ' ')
      .replaceAll(/(?<=\S)-(?=\S)/g, ' ')
      .trim() || 'Untitled'
  );
}
