import { rm } from 'node:fs/promises';
import type { OldAddresses } from '../collection/index.ts';
import type { SoughtBook } from '../store/index.ts';
import type { ReadRecord } from './jobs.ts';
import type { ImportOptions, ImportReport } from './report.ts';
import { keyFor } from './resolve.ts';

/** Returns the fields of a record that are used to search for resembling books. */
export const soughtBook = ({ record, beginnings }: Pick<ReadRecord, 'record' | 'beginnings'>): SoughtBook => ({
  key: record.key,
  title: record.title,
  author: record.author.name,
  beginnings,
});

/**
 * Stores a book.
 * @returns the report of the import
 * @throws ResemblesError if the book resembles a stored book and there is no resolution
 */
export async function storeRecord(
  file: string,
  read: ReadRecord & { readonly addresses?: OldAddresses | undefined },
  {
    writer,
    store,
    brands,
    resolution,
    added,
  }: Pick<ImportOptions, 'writer' | 'store' | 'brands' | 'resolution' | 'added'>,
): Promise<ImportReport> {
  const key = await keyFor(store, soughtBook(read), {
    resolution,
    updatesOwn: true,
    fingerprint: read.record.fingerprint,
    added,
  });
  const offered = { ...read.record, key, ...(brands === undefined ? {} : { brands }) };
  const { id, status } = await writer.transaction(() => writer.putBook(offered));
  if (status === 'added') added?.add(id);
  return reportOf(file, read, { id, status });
}

/** Creates the report of a stored book. */
export function reportOf(
  file: string,
  { record, numbered, warnings, addresses }: ReadRecord & { readonly addresses?: OldAddresses | undefined },
  { id, status }: { readonly id: number; readonly status: 'added' | 'updated' | 'unchanged' },
): ImportReport {
  const counts = { chapters: numbered, sections: record.chapters.length - numbered };
  const book = { bookId: id, title: record.title, author: record.author.name };
  return { file, status, ...book, ...counts, reason: null, warnings, ...(addresses && { oldAddresses: addresses }) };
}

/** Deletes the pictures of a book that was not stored, because the reason may be a full disk. */
export const removePictures = (paths: readonly string[]): Promise<unknown> =>
  Promise.all(paths.map((path) => rm(path, { force: true })));
