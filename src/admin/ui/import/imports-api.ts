import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import type {
  ChapterBeginnings,
  ChapterBlocks,
  ImportBatch,
  ImportBook,
  ImportCreated,
  ImportList,
  ImportSummary,
  NewImport,
  ReadRequest,
  ReviewedBook,
  StoreRequest,
} from '../../contract/imports.ts';
import { call } from '../providers/http.ts';
import { isBusy } from './import-states.ts';

const POLL_INTERVAL_MS = 1000;

export const IMPORTS = ['imports'] as const;

export const batchKey = (id: string) => [...IMPORTS, id] as const;

const pathOf = (id: string) => `imports/${encodeURIComponent(id)}`;

export const useImports = () =>
  useQuery({
    queryKey: IMPORTS,
    queryFn: ({ signal }) => call<ImportList>('imports', { signal }).then(({ imports }) => imports),
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? POLL_INTERVAL_MS : false),
  });

/** Whether a batch may still change: this page or another page may be sending its files. */
const isUnfinished = (batch: Pick<ImportSummary, 'state'>) => isBusy(batch) || batch.state === 'uploading';

/** Minimum time between two requests for the list of books while the server works on a batch. */
const MIN_LIST_AGE_MS = 10_000;

/** A batch, with the time at which its list of books was requested. */
export interface LoadedBatch extends ImportBatch {
  readonly listedAt: number;
}

/**
 * Adds the progress to a batch that the server is working on.
 * @returns undefined if the list of books must be requested: the work has ended, or books were added some time ago
 */
export function withProgress(before: LoadedBatch, progress: ImportSummary, now: number): LoadedBatch | undefined {
  const { books, ...changes } = progress;
  const isOutdated = books !== before.books.length || progress.storedBooks !== before.storedBooks;
  const isOld = now - before.listedAt >= MIN_LIST_AGE_MS;
  if (!isUnfinished(progress) || (isOutdated && isOld)) return undefined;
  return { ...before, ...changes, storedBooks: before.storedBooks };
}

/**
 * A batch, kept up to date while it is uploaded and while the server works on it. Meanwhile, only its progress is
 * requested every second, because the list of its books may have hundreds of kilobytes.
 */
export const useImport = (id: string) =>
  useQuery({
    queryKey: batchKey(id),
    queryFn: async ({ signal, client }): Promise<LoadedBatch> => {
      const before = client.getQueryData<LoadedBatch>(batchKey(id));
      const isFollowed = before && isUnfinished(before);
      if (isFollowed) {
        const progress = await call<ImportSummary>(`${pathOf(id)}/progress`, { signal });
        const changed = withProgress(before, progress, Date.now());
        if (changed) return changed;
      }
      const batch = { ...(await call<ImportBatch>(pathOf(id), { signal })), listedAt: Date.now() };
      // The server may have read a book again.
      if (isFollowed && !isUnfinished(batch)) void client.invalidateQueries({ queryKey: booksKey(id) });
      return batch;
    },
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? POLL_INTERVAL_MS : false),
  });

const booksKey = (id: string) => [...batchKey(id), 'books'] as const;

/**
 * Requests a batch and then its books, after the server was asked to read one of them again. A short file may be read
 * between two requests: if both were sent at once, the old book could arrive together with a batch that is already
 * ready, and nothing would show that the book has changed.
 */
export async function refreshAfterReading(queries: Pick<QueryClient, 'invalidateQueries'>, id: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: batchKey(id), exact: true });
  await queries.invalidateQueries({ queryKey: booksKey(id) });
}

/** A book of a batch with its preview. */
export const useReviewedBook = (id: string, { index, state }: Pick<ImportBook, 'index' | 'state'>) =>
  useQuery({
    queryKey: [...booksKey(id), index],
    queryFn: ({ signal }) => call<ReviewedBook>(`${pathOf(id)}/books/${index}`, { signal }),
    enabled: state === 'ready' || state === 'failed',
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The first words of chapters, by index of the chapter. */
export const useBeginnings = (id: string, book: number, fingerprint: string, chapters: readonly number[]) =>
  useQuery({
    queryKey: [...batchKey(id), book, fingerprint, 'beginnings', ...chapters],
    queryFn: async ({ signal }) => {
      const path = `${pathOf(id)}/books/${book}/beginnings?chapters=${chapters.join(',')}`;
      const { beginnings } = await call<ChapterBeginnings>(path, { signal });
      return new Map(chapters.map((chapter, at) => [chapter, beginnings[at] ?? '']));
    },
    enabled: chapters.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The blocks of a chapter as read from the file. */
export const blocksQuery = (id: string, book: number, chapter: number, fingerprint: string) => ({
  queryKey: [...batchKey(id), book, fingerprint, chapter],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<ChapterBlocks>(`${pathOf(id)}/books/${book}/chapters/${chapter}`, { signal }).then(({ blocks }) => blocks),
  staleTime: Number.POSITIVE_INFINITY,
});

export const createImport = (body: NewImport) => call<ImportCreated>('imports', { method: 'POST', body });

export const readImport = (id: string, body: ReadRequest = {}) =>
  call<unknown>(`${pathOf(id)}/read`, { method: 'POST', body });

export const storeBook = (id: string, book: number, body: StoreRequest) =>
  call<unknown>(`${pathOf(id)}/books/${book}/store`, { method: 'POST', body });

export const discardImport = (id: string) => call<unknown>(pathOf(id), { method: 'DELETE' });
