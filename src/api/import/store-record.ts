import { rm } from 'node:fs/promises';
import type { OldAddresses } from '../collection/index.ts';
import type { NewBook, StoreWriter } from '../store/records.ts';
import type { ReadRecord } from './jobs.ts';
import type { ImportReport } from './report.ts';

/** Stores a book. @returns the report of its import */
export async function storeRecord(
  file: string,
  { record, numbered, warnings, addresses }: ReadRecord & { readonly addresses?: OldAddresses | undefined },
  { writer, brands }: { readonly writer: StoreWriter; readonly brands?: NewBook['brands'] | undefined },
): Promise<ImportReport> {
  const offered = brands === undefined ? record : { ...record, brands };
  const { id, status } = await writer.transaction(() => writer.putBook(offered));
  const counts = { chapters: numbered, sections: record.chapters.length - numbered };
  const book = { bookId: id, title: record.title, author: record.author.name };
  return { file, status, ...book, ...counts, reason: null, warnings, ...(addresses && { oldAddresses: addresses }) };
}

/** Deletes pictures of a book that was not stored, because a full disk needs their space. */
export const removePictures = (paths: readonly string[]): Promise<unknown> =>
  Promise.all(paths.map((path) => rm(path, { force: true })));
