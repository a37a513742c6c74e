import type { BookReference, Cover } from '#src/contract/entities/book.ts';
import type { KeepOrder } from '#src/stores/offline.ts';
import { pictureOf } from '../ui/picture-of.ts';
import type { Island } from '../ui/use-island.ts';

/** Width in px of the covers that lists of the visitor's books show. */
const COVER_WIDTH = 160;

/** @param cover as it is stored: without the brand's prefix */
export function orderOf(
  { paths, mediaUrl }: Pick<Island<'offline'>, 'paths' | 'mediaUrl'>,
  book: BookReference,
  cover: Cover | null,
): KeepOrder {
  return {
    book,
    cover,
    addresses: {
      chapter: (id) => paths.reader(book.id, id),
      book: paths.novel(book),
      entry: paths.readerEntry(book.id),
      shell: [paths.history(), paths.readerEntry()],
      cover: cover ? mediaUrl(pictureOf(cover, COVER_WIDTH)) : undefined,
    },
  };
}
