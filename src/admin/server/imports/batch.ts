import type {
  BookSummary,
  ImportBatch,
  ImportBook,
  ImportState,
  ImportSummary,
  ReadSettings,
  StoredReport,
} from '#src/admin/contract/imports.ts';
import type { BookPreview } from '#src/api/import/plan/types.ts';

/** Uploaded files and the books in them, as saved in the folder of the batch. */
export interface Batch {
  readonly id: string;
  readonly name: string;
  /** Id of the account that uploaded the batch. */
  readonly staff: number;
  readonly by: string;
  readonly as: 'book' | 'books' | null;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly files: readonly BatchFile[];
  readonly isReading: boolean;
  /** Whether the files have been read at least once. */
  readonly isRead: boolean;
  readonly error: string | null;
  readonly books: readonly BatchBook[];
}

export interface BatchFile {
  readonly path: string;
  readonly size: number;
  readonly isUploaded: boolean;
}

export interface BatchBook {
  readonly index: number;
  readonly name: string;
  /** Index of the book's source: a group of files that are read together (sources.ts). */
  readonly source: number;
  readonly inSource: number;
  readonly state: ImportBook['state'];
  readonly refusedReason: string | null;
  readonly settings: ReadSettings;
  readonly summary: BookSummary | null;
  /** Hashes of the book's first lines. */
  readonly beginnings: readonly string[];
  /** Key under which the book is being stored. If the process dies, the next attempt uses the same key. */
  readonly storeKey: string | null;
  readonly bookId: number | null;
  readonly report: StoredReport | null;
}

const HOUR_MS = 3_600_000;
/** Files are deleted this long after the batch was created. */
const MAX_AGE_MS = 24 * HOUR_MS;

export const expiresAt = ({ createdAt }: Pick<Batch, 'createdAt'>): string =>
  new Date(Date.parse(createdAt) + MAX_AGE_MS).toISOString();

export const bytesOf = ({ files }: Pick<Batch, 'files'>): number => files.reduce((sum, { size }) => sum + size, 0);

/** Whether all books are stored, so that the files are no longer needed. */
export const isDone = ({ books, isRead }: Batch): boolean =>
  isRead && books.length > 0 && books.every(({ state }) => state === 'stored');

export function stateOf(batch: Batch): ImportState {
  const { books, isReading, isRead, error } = batch;
  if (isReading || books.some(({ state }) => state === 'reading')) return 'reading';
  if (books.some(({ state }) => state === 'storing')) return 'storing';
  if (error !== null) return 'failed';
  if (!isRead) return 'uploading';
  if (books.every(({ state }) => state === 'refused')) return 'failed';
  const areFinished = books.every(({ state }) => state === 'stored' || state === 'refused');
  return areFinished && books.some(({ state }) => state === 'stored') ? 'stored' : 'ready';
}

/** Progress of uploading, reading and storing a batch. */
export interface Shares {
  /** Bytes received so far of each file that is being uploaded, by index of the file. */
  readonly received: ReadonlyMap<number, number>;
  readonly reading: number;
  /** Progress from 0 to 1, by index of the book. */
  readonly storing: ReadonlyMap<number, number>;
}

function shareOf(batch: Batch, { received, reading, storing }: Shares): number {
  const state = stateOf(batch);
  if (state === 'uploading') {
    const sent = batch.files.reduce(
      (sum, { size, isUploaded }, index) => sum + (isUploaded ? size : (received.get(index) ?? 0)),
      0,
    );
    return sent / Math.max(1, bytesOf(batch));
  }
  if (state === 'reading') return reading;
  if (state !== 'storing') return state === 'stored' ? 1 : 0;
  const storingBooks = batch.books.filter((book) => book.state === 'storing');
  return storingBooks.reduce((sum, { index }) => sum + (storing.get(index) ?? 0), 0) / storingBooks.length;
}

export function summaryOf(batch: Batch, shares: Shares): ImportSummary {
  const { id, name, error, files, books, by, createdAt } = batch;
  return {
    id,
    name,
    state: stateOf(batch),
    share: shareOf(batch, shares),
    error,
    files: files.length,
    bytes: bytesOf(batch),
    books: books.length,
    storedBooks: books.filter(({ state }) => state === 'stored').length,
    by,
    createdAt,
    expiresAt: expiresAt(batch),
  };
}

export const answerOf = (batch: Batch, shares: Shares): ImportBatch => ({
  ...summaryOf(batch, shares),
  books: batch.books.map((book) => bookAnswer(book, shares)),
});

export const bookAnswer = (
  { index, name, state, refusedReason, settings, summary, bookId, report }: BatchBook,
  { storing }: Shares,
): ImportBook => ({
  index,
  name,
  state,
  refusedReason,
  settings,
  summary: state === 'refused' ? null : summary,
  share: state === 'stored' ? 1 : (storing.get(index) ?? 0),
  bookId,
  report,
});

/** Returns what a list of books shows of a preview. */
export const bookSummary = ({ fingerprint, title, authors, totals, ...preview }: BookPreview): BookSummary => ({
  fingerprint,
  title,
  authors,
  chapters: totals.chapters,
  words: totals.words,
  doubts: preview.doubts.length,
  oddities: preview.oddities.length,
  resembles: preview.resembles.map(({ bookId }) => bookId),
});
