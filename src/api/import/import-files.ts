import { messageOf } from '#src/lib/errors.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { contentOf } from './content-of.ts';
import { importCollection } from './import-collection.ts';
import { type ImportEvent, overridesOf, readRecord } from './jobs.ts';
import { keepPicture } from './media-folder.ts';
import { type ImportOptions, type ImportReport, refusal } from './report.ts';
import { sourcesOf } from './sources.ts';
import { removePictures, storeRecord } from './store-record.ts';

/**
 * Imports files one after another. If a file is refused, the others are still imported. A folder or ZIP may contain
 * several books (collection/numbered/divide.ts).
 * @throws StorageError if the store cannot be written
 */
export async function* importFiles(
  files: readonly string[],
  importOptions: ImportOptions,
): AsyncIterable<ImportReport> {
  const options: ImportOptions = { ...importOptions, added: importOptions.added ?? new Set() };
  for (const source of await sourcesOf(files, options.as)) {
    const run =
      source.kind === 'collection'
        ? importCollection(source, options)
        : importFile(source.file, options).then((report) => [report]);
    yield* await run.catch((error: unknown) => {
      const storage = storageErrorOf(error);
      if (storage) throw storage;
      return [refusal(source.kind === 'file' ? source.file : source.name, messageOf(error))];
    });
  }
}

async function importFile(file: string, options: ImportOptions): Promise<ImportReport> {
  const { store, section, plan, now, onProgress, onUse } = options;
  const stored: string[] = [];
  const onEvent = async (event: ImportEvent) => {
    if ('share' in event) return onProgress?.(file, event.share);
    const path = await keepPicture(store.media, event.file, event.content);
    if (path !== undefined) stored.push(path);
  };
  const target = { section, now: now().toISOString() };
  try {
    const input = {
      bytes: await contentOf(file, options.isInbox),
      file,
      overrides: overridesOf(options.overrides),
      target,
      plan,
    };
    return await storeRecord(file, await readRecord(input, onEvent, onUse), options);
  } catch (error) {
    await removePictures(stored);
    throw error;
  }
}
