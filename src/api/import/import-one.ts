import { readFile } from 'node:fs/promises';
import { LecternError } from '#src/lib/errors.ts';
import type { ReadAs, Refusal } from '../collection/index.ts';
import { withCover } from './import-collection.ts';
import {
  type CollectionEvent,
  type CollectionRecord,
  type ImportEvent,
  type ImportJobs,
  type OnBlocks,
  overridesOf,
  type ReadPreview,
} from './jobs.ts';
import { keepPicture } from './media-folder.ts';
import type { Plan, ReadSettings } from './plan/types.ts';
import { removePictures } from './store-record.ts';

/** Files to read together. `place` is the path of a file on this machine, and `path` its name in the source. */
export interface PlacedSource {
  /** `file`: a single file; `collection`: a folder, ZIP or site export. */
  readonly kind: 'file' | 'collection';
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly place: string }[];
  readonly as?: ReadAs | undefined;
}

interface ReadOptions {
  readonly jobs: ImportJobs;
  readonly settings: ReadSettings;
  /** Index of the only book to read. */
  readonly only?: number | undefined;
}

const fileInput = ({ files }: PlacedSource, settings: ReadSettings) => ({
  file: files[0]?.path ?? '',
  path: files[0]?.place ?? '',
  overrides: overridesOf(settings),
});

const collectionInput = ({ name, files, as }: PlacedSource, settings: ReadSettings, only: number | undefined) => ({
  name,
  as,
  only,
  files: files.map(({ path, place }) => ({ path, place })),
  overrides: overridesOf(settings),
});

/** Reads the books of a source without storing them. */
export async function previewPlaced(
  source: PlacedSource,
  { jobs, settings, only, onBlocks }: ReadOptions & { readonly onBlocks: OnBlocks },
): Promise<(ReadPreview | Refusal)[]> {
  if (source.kind === 'file') return [await jobs.readPreview(fileInput(source, settings), onBlocks)];
  return jobs.readPreviews(collectionInput(source, settings, only), onBlocks);
}

interface PlacedImport extends ReadOptions {
  readonly plan: Plan;
  readonly section?: number | undefined;
  readonly now: Date;
  /** The folder for covers and pictures. */
  readonly media: string;
  onProgress(share: number): void;
}

/**
 * Reads a book, writes its pictures and calls `store` to store it. If that fails, deletes the new pictures.
 * @throws LecternError if the book is refused
 */
export async function importPlaced<T>(
  source: PlacedSource,
  { jobs, settings, only, plan, section, now, media, onProgress }: PlacedImport,
  store: (record: CollectionRecord) => Promise<T>,
): Promise<T> {
  const pictures: string[] = [];
  const records: CollectionRecord[] = [];
  const onNew = (path: string) => pictures.push(path);
  const onEvent = async (event: ImportEvent | CollectionEvent) => {
    if ('share' in event) onProgress(event.share);
    else if ('refused' in event) throw new LecternError('REFUSED', event.reason);
    else if ('record' in event) records.push(event);
    else {
      const path = await keepPicture(media, event.file, event.content);
      if (path !== undefined) onNew(path);
    }
  };
  const target = { section, now: now.toISOString() };
  try {
    if (source.kind === 'file')
      records.push(await jobs.readRecord({ ...fileInput(source, settings), target, plan }, onEvent));
    else await jobs.readRecords({ ...collectionInput(source, settings, only), target, plan }, onEvent);
    const [record] = records;
    if (!record) throw new LecternError('REFUSED', 'The book is not in the files any more.');
    const readCover = (path: string) => readFile(source.files.find((file) => file.path === path)?.place ?? '');
    return await store(await withCover(record, { readCover, media, onNew }));
  } catch (error) {
    await removePictures(pictures);
    throw error;
  }
}
