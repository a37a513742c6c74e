import { booksInPicture, lookOf } from '#src/brand/share-address.ts';
import type { Cover } from '#src/contract/entities/book.ts';
import type { Site } from '../page/view.ts';

/** Path of the preview picture for a link to these books; undefined if none has a usable cover. */
export function sharePath(
  { paths }: Site,
  books: readonly { readonly id: number; readonly cover: Cover | null }[],
): string | undefined {
  const shown = booksInPicture(books);
  return shown.length === 0
    ? undefined
    : paths.sharePicture(
        shown.map(({ id }) => id),
        lookOf(shown),
      );
}
