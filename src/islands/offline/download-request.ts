import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { DownloadRequest } from '#src/stores/download-book.ts';
import { LIST_COVER_PX, pictureOf } from '../ui/covers.ts';
import type { Island } from '../ui/use-island.ts';

/** @param cover as it is stored: without the brand's prefix */
export function downloadRequest(
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
      shell: [paths.history(), paths.readerEntry()],
      cover: cover ? mediaUrl(pictureOf(cover, LIST_COVER_PX)) : undefined,
    },
  };
}
