import { booksInPicture, lookOf } from '#src/brand/share-address.ts';
import type { Cover } from '#src/contract/entities/book.ts';
import type { Site } from '#src/view-models/view.ts';

/** Path of the picture that previews of a link to these books show; undefined where none has a cover to show. */
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
