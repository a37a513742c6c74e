import { booksInPicture, lookOf } from '#src/brand/share-address.ts';
import { bookShow } from '#src/contract/calls/book.ts';
import type { Cover } from '#src/contract/entities/book.ts';
import { coverModel } from '#src/shell/page/book-card.ts';
import { loadFailure, type OnDemandView } from '#src/shell/page/view.ts';

/** The data of the picture in link previews of a book or a list. */
export interface SharePictureModel {
  /** Paths of the covers, in the requested width. */
  readonly covers: readonly string[];
}

/** Maximum width of a cover in the picture. */
const COVER_WIDTH_PX = 400;

/** The picture in link previews of a book or a list. An address with an outdated hash returns 404. */
export const sharePictureView: OnDemandView<SharePictureModel> = {
  kind: 'sharePicture',
  async load({ params }, _query, upstream, site) {
    const ids = (params['books'] ?? '').split('-').map(Number);
    const shown = await Promise.all(ids.map((id) => upstream.call(bookShow, { book_id: id })));
    const failed = shown.find(({ data }) => data.book === null);
    if (failed) return loadFailure(failed);
    const books = shown.flatMap(({ data: { book } }) =>
      book ? [{ id: book.id, cover: coverModel(book.cover, site) }] : [],
    );
    const covers = booksInPicture(books).flatMap(({ cover }) => (cover ? [addressOf(cover)] : []));
    if (covers.length < ids.length || lookOf(books) !== params['look']) return { status: 'missing' };
    return { status: 'ok', model: { covers } };
  },
};

function addressOf({ url, widths }: Cover): string {
  const fitting = widths.toSorted((a, b) => a - b).find((width) => width >= COVER_WIDTH_PX);
  return fitting === undefined ? url : `${url}?w=${fitting}`;
}
