import { useQuery } from '@tanstack/react-query';
import type {
  ChapterBlocks,
  ImportBatch,
  ImportCreated,
  ImportList,
  NewImport,
  ReadRequest,
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
const isUnfinished = (batch: ImportBatch) => isBusy(batch) || batch.state === 'uploading';

/**
 * Adds the previews of an earlier response to the progress of a batch. While the server works on a batch, the page
 * requests only the progress, because the previews of many or long books take several megabytes.
 */
export const withPreviewsOf = (before: ImportBatch, progress: ImportBatch): ImportBatch => ({
  ...progress,
  books: progress.books.map((book) => ({
    ...book,
    preview: before.books.find(({ index }) => index === book.index)?.preview ?? null,
  })),
});

/** A batch, kept up to date while it is uploaded and while the server works on it. */
export const useImport = (id: string) =>
  useQuery({
    queryKey: batchKey(id),
    queryFn: async ({ signal, client }) => {
      const before = client.getQueryData<ImportBatch>(batchKey(id));
      if (before && isUnfinished(before)) {
        const progress = await call<ImportBatch>(`${pathOf(id)}?previews=none`, { signal });
        if (isUnfinished(progress)) return withPreviewsOf(before, progress);
      }
      return call<ImportBatch>(pathOf(id), { signal });
    },
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? POLL_INTERVAL_MS : false),
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
