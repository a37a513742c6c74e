import { rm } from 'node:fs/promises';
import { messageOf } from '#src/lib/errors.ts';
import type { JobHooks } from '#src/lib/job-process.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import type { FieldOverrides } from '../manuscript/index.ts';
import type { NewBook, StoreWriter } from '../store/records.ts';
import { contentOf } from './content-of.ts';
import { type ImportEvent, readRecord } from './jobs.ts';
import { keepPicture } from './media-folder.ts';
import { overridesOf } from './preview.ts';

/** The result for one file. */
export interface ImportReport {
  readonly file: string;
  readonly status: 'added' | 'updated' | 'unchanged' | 'refused';
  readonly bookId: number | null;
  readonly title: string | null;
  readonly author: string | null;
  /** Number of numbered chapters. */
  readonly chapters: number;
  /** Number of readable sections that are not numbered. */
  readonly sections: number;
  /** Why a file was rejected: what happened and what to do. */
  readonly reason: string | null;
  /** What was lost or guessed in an imported file: what happened and what to do. */
  readonly warnings: readonly string[];
}

export interface ImportOptions {
  readonly writer: StoreWriter;
  /** Folder of covers and pictures. */
  readonly media: string;
  readonly section?: number | undefined;
  /** Key of the stored book that the file is a new version of. */
  readonly key?: string | undefined;
  /** For manuscripts and documents. */
  readonly overrides?: FieldOverrides | undefined;
  /** Whether the files are in a watched folder, which others can write to. */
  readonly isInbox?: boolean;
  /** The brands that offer the books (records.ts). */
  readonly brands?: NewBook['brands'] | undefined;
  readonly now: () => Date;
  /** Receives the progress of the current file, as a share up to 1. */
  onProgress?(file: string, share: number): void;
  /** Receives the resources that reading a file took. */
  readonly onUse?: JobHooks['onUse'] | undefined;
}

/**
 * Imports files one after another; a rejected one does not stop the others.
 * @throws StorageError if the store cannot be written, which is not the file's fault
 */
export async function* importFiles(files: readonly string[], options: ImportOptions): AsyncIterable<ImportReport> {
  for (const file of files) {
    yield await importFile(file, options).catch((error: unknown) => {
      const storageError = storageErrorOf(error);
      if (storageError) throw storageError;
      return refusal(file, messageOf(error));
    });
  }
}

async function importFile(file: string, options: ImportOptions): Promise<ImportReport> {
  const { writer, media, section, key, brands, now, onProgress, onUse } = options;
  const stored: string[] = [];
  const onEvent = async (event: ImportEvent) => {
    if ('share' in event) return onProgress?.(file, event.share);
    const path = await keepPicture(media, event.file, event.content);
    if (path !== undefined) stored.push(path);
  };
  const target = { section, key, now: now().toISOString() };
  const put = async () => {
    const input = {
      bytes: await contentOf(file, options.isInbox),
      file,
      overrides: overridesOf(options.overrides),
      target,
    };
    const { record, ...read } = await readRecord(input, onEvent, onUse);
    const offered = brands === undefined ? record : { ...record, brands };
    return { record, ...read, ...(await writer.transaction(() => writer.putBook(offered))) };
  };
  const { record, numbered, warnings, id, status } = await put().catch(async (error: unknown) => {
    // No book uses these pictures, and the disk may be full.
    await Promise.all(stored.map((path) => rm(path, { force: true })));
    throw error;
  });
  const counts = { chapters: numbered, sections: record.chapters.length - numbered };
  const book = { bookId: id, title: record.title, author: record.author.name };
  return { file, status, ...book, ...counts, reason: null, warnings };
}

const refusal = (file: string, reason: string): ImportReport => ({
  file,
  status: 'refused',
  bookId: null,
  title: null,
  author: null,
  chapters: 0,
  sections: 0,
  reason,
  warnings: [],
});
