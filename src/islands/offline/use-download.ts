import { useEffect, useMemo } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import {
  type DownloadRequest,
  downloadBook,
  pauseDownload,
  removeDownload,
  resumeDownloads,
} from '#src/stores/download-book.ts';
import { $downloads, type DownloadedBook } from '#src/stores/local-storage.ts';
import { LIST_COVER_PX, pictureOf } from '../ui/covers.ts';
import type { Island } from '../ui/use-island.ts';
import { onConnection } from '../ui/use-online.ts';
import { useStored } from '../ui/use-stored.ts';

/** @param cover as it is stored: without the brand's prefix */
function downloadRequest(
  { paths, mediaUrl }: Pick<Island<'offline'>, 'paths' | 'mediaUrl'>,
  book: BookReference,
  cover: Cover | null,
): DownloadRequest {
  return {
    book,
    cover,
    addresses: {
      chapter: (id) => paths.reader(book.id, id),
      book: paths.novel(book),
      entry: paths.readerEntry(book.id),
      shell: [paths.history(), paths.notebook(), paths.readerEntry()],
      cover: cover ? mediaUrl(pictureOf(cover, LIST_COVER_PX)) : undefined,
    },
  };
}

const NONE: readonly DownloadedBook[] = [];

export interface Download {
  /** Undefined where the book is not kept. */
  readonly entry: DownloadedBook | undefined;
  keep(): void;
  pause(): void;
  remove(): void;
}

/** One book's state on this device, and what can be done about it. */
export function useDownload(island: Island<'offline'>, book: BookReference, cover: Cover | null): Download {
  const entry = useStored($downloads, NONE).find((known) => known.book.id === book.id);
  return useMemo(
    () => ({
      entry,
      keep: () => void downloadBook(downloadRequest(island, book, cover)),
      pause: () => pauseDownload(book.id),
      remove: () => void removeDownload(book.id),
    }),
    [entry, island, book, cover],
  );
}

/** Goes on with downloads that a reload or a lost connection has stopped. */
export function useResumeDownloads(island: Island<'offline'>): void {
  useEffect(() => {
    const resume = () => resumeDownloads((entry) => downloadRequest(island, entry.book, entry.cover));
    resume();
    return onConnection(resume);
  }, [island]);
}
