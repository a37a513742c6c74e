import { useEffect, useMemo } from 'react';
import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import { LIST_COVER_PX, pictureOf } from '#src/shell/island/covers.ts';
import type { Island } from '#src/shell/island/use-island.ts';
import { onConnection } from '#src/shell/island/use-online.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $downloads, type DownloadedBook } from '#src/shell/state/local-storage.ts';
import {
  type DownloadRequest,
  downloadBook,
  pauseDownload,
  removeDownload,
  resumeDownloads,
} from '../state/download-book.ts';

/** The request to download a book. @param cover as stored, without the brand's prefix */
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
  /** The book's entry in the list of downloads; undefined if it is not downloaded. */
  readonly entry: DownloadedBook | undefined;
  start(): void;
  pause(): void;
  remove(): void;
}

/** The download of a book on this device: its state, and functions to start, pause and remove it. */
export function useDownload(island: Island<'offline'>, book: BookReference, cover: Cover | null): Download {
  const entry = useStored($downloads, NONE).find((entry) => entry.book.id === book.id);
  return useMemo(
    () => ({
      entry,
      start: () => void downloadBook(downloadRequest(island, book, cover)),
      pause: () => pauseDownload(book.id),
      remove: () => void removeDownload(book.id),
    }),
    [entry, island, book, cover],
  );
}

/** Resumes downloads that were interrupted by a reload or a lost connection. */
export function useResumeDownloads(island: Island<'offline'>): void {
  useEffect(() => {
    const resume = () => resumeDownloads((entry) => downloadRequest(island, entry.book, entry.cover));
    resume();
    return onConnection(resume);
  }, [island]);
}
