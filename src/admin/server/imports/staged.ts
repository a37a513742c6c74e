import type { createImportJobs, ImportReport } from '#src/api/import/index.ts';
import type { Store } from '#src/api/index.ts';
import type { StoreWriter } from '#src/api/store/index.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import type { Log } from '#src/lib/log.ts';
import type { Batch, BatchBook } from './batch.ts';
import type { StagingFolder } from './folder.ts';

export interface ImportsConfig {
  readonly store: Store;
  readonly log: Log;
  readonly now: () => Date;
  write<T>(staff: StaffAccount, work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /** Adds redirects from the old addresses of an imported book. */
  readonly withRedirects?: ((report: ImportReport) => Promise<ImportReport>) | undefined;
}

/** State and settings that the modules of this folder share. */
export interface Staged extends ImportsConfig {
  readonly folder: StagingFolder;
  readonly jobs: ReturnType<typeof createImportJobs>;
  get(id: string): Batch | undefined;
  /** Changes a batch and saves it. Does nothing if it has been discarded. */
  change(id: string, work: (batch: Batch) => Partial<Batch>): Promise<void>;
  /** Changes a batch without saving it. Only for changes that a restart can restore from disk or repeat. */
  changeUnsaved(id: string, work: (batch: Batch) => Partial<Batch>): void;
  setReading(id: string, share: number): void;
  setStoring(id: string, book: number, share: number): void;
  isClosed(): boolean;
}

/** Changes a book of a batch. */
export const withBook = (batch: Batch, index: number, changes: Partial<BatchBook>): Pick<Batch, 'books'> => ({
  books: batch.books.map((book) => (book.index === index ? { ...book, ...changes } : book)),
});
