import type { ReadSettings } from '#src/admin/contract/imports.ts';
import { type PlacedSource, previewPlaced, withResemblances } from '#src/api/import/index.ts';
import { LecternError } from '#src/lib/errors.ts';
import { type BatchBook, bookSummary } from './batch.ts';
import { sourcesOf } from './sources.ts';
import { type Staged, withBook } from './staged.ts';

type ReadSource = Awaited<ReturnType<typeof previewPlaced>>;

/**
 * Reads all books of a batch in processes with limited time and memory. If a book cannot be read, the remaining books
 * are still read.
 */
export async function readBatch(staged: Staged, id: string, settings: ReadSettings): Promise<void> {
  const batch = staged.get(id);
  if (!batch) return;
  const sources = sourcesOf(batch, (file) => staged.folder.placeOf(id, file));
  for (const [at, source] of sources.entries()) {
    const first = staged.get(id)?.books.length ?? 0;
    const read = await readSource(staged, id, source, { settings, first });
    if (staged.isClosed() || !staged.get(id)) return;
    const books: BatchBook[] = [];
    for (const [inSource, result] of read.entries())
      books.push({
        index: first + inSource,
        name: 'refused' in result ? result.refused : result.preview.file,
        source: at,
        inSource,
        ...(await outcomeOf(staged, id, first + inSource, result)),
        settings,
        storeKey: null,
        bookId: null,
        report: null,
      });
    staged.changeUnsaved(id, ({ books: before }) => ({ books: [...before, ...books] }));
    staged.setReading(id, (at + 1) / sources.length);
  }
  await staged.change(id, ({ books }) => ({
    isReading: false,
    isRead: true,
    error: books.length === 0 ? 'The files contain no book.' : null,
  }));
}

/** Reads a book again with the settings in its record. */
export async function readBookAgain(staged: Staged, id: string, index: number): Promise<void> {
  const batch = staged.get(id);
  const book = batch?.books[index];
  if (!batch || !book) return;
  const source = sourcesOf(batch, (file) => staged.folder.placeOf(id, file))[book.source];
  const { settings, inSource } = book;
  await staged.folder.clearBlocks(id, index);
  const [read] = source ? await readSource(staged, id, source, { settings, first: index, only: inSource }) : [];
  if (staged.isClosed() || !staged.get(id)) return;
  const result = read ?? { refused: book.name, reason: 'The book is not in the files any more.' };
  const outcome = await outcomeOf(staged, id, index, result);
  await staged.change(id, (current) => withBook(current, index, outcome));
}

interface SourceOptions {
  readonly settings: ReadSettings;
  /** Index in the batch: of the source's first book, or of the single book that `only` selects. */
  readonly first: number;
  /** Set to read a single book: its index in the source. */
  readonly only?: number;
}

async function readSource(
  { folder, jobs, isClosed }: Staged,
  id: string,
  source: PlacedSource,
  { settings, first, only }: SourceOptions,
): Promise<ReadSource> {
  const onBlocks = ({ book, lines }: { readonly book: number; readonly lines: string }) =>
    folder.addBlocks(id, only === undefined ? first + book : first, lines);
  try {
    return await previewPlaced(source, { jobs, settings, only, onBlocks });
  } catch (error) {
    if (!(error instanceof LecternError) || isClosed()) throw error;
    return [{ refused: source.name, reason: error.message }];
  }
}

type Outcome = Pick<BatchBook, 'state' | 'refusedReason' | 'summary' | 'beginnings'>;

/** Saves the preview of a book. Returns the result of reading it. */
async function outcomeOf(
  { folder, store }: Staged,
  id: string,
  index: number,
  result: ReadSource[number],
): Promise<Outcome> {
  if ('refused' in result) return { state: 'refused', refusedReason: result.reason, summary: null, beginnings: [] };
  const preview = await withResemblances(result, store);
  await folder.putPreview(id, index, preview);
  return { state: 'ready', refusedReason: null, summary: bookSummary(preview), beginnings: result.beginnings };
}
