import { basename, join } from 'node:path';
import { hash } from '#src/lib/hash.ts';
import { readPlain } from '#src/lib/plain-files.ts';
import { DEFAULT_LIMITS } from '../epub/limits.ts';
import { contentOf, requireSingleLink } from './content-of.ts';
import { readFiles } from './folder-files.ts';
import { type CollectionEvent, type CollectionRecord, overridesOf, readRecords, storeCover } from './jobs.ts';
import { keepPicture } from './media-folder.ts';
import { type ImportOptions, type ImportReport, refusal } from './report.ts';
import { ResemblesError } from './resolve.ts';
import { removePictures, storeRecord } from './store-record.ts';

/** The files of a collection. */
export interface CollectionSource {
  /** The name that the operator gave, for reports. */
  readonly name: string;
  /** The folder to which the paths are relative; '' if the operator named the files directly. */
  readonly folder: string;
  readonly paths: readonly string[];
}

/** Creates the input of the job that reads a collection. */
export async function collectionInput(
  { name, folder, paths }: CollectionSource,
  { overrides, as, isInbox }: Pick<ImportOptions, 'overrides' | 'as' | 'isInbox'>,
) {
  const files = folder === '' ? await readEach(paths, isInbox) : await readFiles(folder, paths, isInbox);
  return { name: basename(name), files, as, overrides: overridesOf(overrides) };
}

async function readEach(paths: readonly string[], isInbox = false): Promise<{ path: string; bytes: Uint8Array }[]> {
  const files: { path: string; bytes: Uint8Array }[] = [];
  for (const path of paths) files.push({ path: basename(path), bytes: await contentOf(path, isInbox) });
  return files;
}

/**
 * Imports the books of a collection.
 * @returns a report for each book
 * @throws LecternError if the collection cannot be read; StorageError if the store cannot be written
 */
export async function importCollection(source: CollectionSource, options: ImportOptions): Promise<ImportReport[]> {
  const { section, store, plan, resolution, now, onProgress, onUse } = options;
  const { media } = store;
  const reports: ImportReport[] = [];
  // A plan, or a resolution that names a stored book, is possible only for a collection with a single book.
  const isForOne = plan?.chapters !== undefined || (resolution && resolution.as !== 'differentBook');
  let pictures: string[] = [];
  const onEvent = async (event: CollectionEvent) => {
    if ('share' in event) onProgress?.(source.name, event.share);
    else if ('refused' in event) reports.push(refusal(nameIn(source.name, event.refused), event.reason));
    else if ('file' in event) {
      const path = await keepPicture(media, event.file, event.content);
      if (path !== undefined) pictures.push(path);
    } else if (isForOne && reports.some(({ status }) => status !== 'refused'))
      reports.push(refusal(join(source.name, event.record.title), ONE_BOOK));
    else {
      const check = options.isInbox ? requireSingleLink : undefined;
      const readCover = (path: string) => readPlain(source.folder, path, DEFAULT_LIMITS.entryBytes, check);
      const record = await withCover(event, { readCover, media, onNew: (path) => pictures.push(path) });
      reports.push(await storedOrRefused(source.name, record, options));
      if (reports.at(-1)?.status === 'refused') await removePictures(pictures);
      pictures = [];
    }
  };
  try {
    const input = await collectionInput(source, options);
    await readRecords({ ...input, plan, target: { section, now: now().toISOString() } }, onEvent, onUse);
  } finally {
    await removePictures(pictures);
  }
  return reports;
}

/** Returns the name of a file of a collection for reports. A collection of a page and its pictures has the page's name. */
const nameIn = (collection: string, file: string): string =>
  basename(collection) === basename(file) ? collection : join(collection, file);

const ONE_BOOK =
  'The folder or ZIP contains several books, and --plan, --book and --edition-of apply to one. Import its files one after another.';

/** Stores a book. If it resembles a stored book, returns a refusal, so that the other books can be imported. */
async function storedOrRefused(name: string, record: CollectionRecord, options: ImportOptions): Promise<ImportReport> {
  try {
    return await storeRecord(name, record, options);
  } catch (error) {
    if (!(error instanceof ResemblesError)) throw error;
    return refusal(join(name, record.record.title), error.message);
  }
}

/** Adds the cover, which is a file of the collection. If it cannot be converted, adds a warning instead. */
export async function withCover(
  read: CollectionRecord,
  {
    readCover,
    media,
    onNew,
  }: { readCover(path: string): Promise<Uint8Array>; readonly media: string; onNew(path: string): void },
): Promise<CollectionRecord> {
  const { coverFile, record, warnings } = read;
  if (coverFile === undefined) return read;
  try {
    const bytes = await readCover(coverFile);
    const cover = await storeCover(bytes, { media, onNew });
    return { ...read, record: { ...record, cover, fingerprint: hash(`${record.fingerprint} ${cover.file}`, 32) } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...read, warnings: [...warnings, `The cover "${coverFile}" was left out: ${reason}`] };
  }
}
