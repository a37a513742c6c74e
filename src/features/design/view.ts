import { recommendIndex3 } from '#src/contract/calls/list.ts';
import { bookCard } from '#src/shell/page/book-card.ts';
import type { BookCard } from '#src/shell/page/models.ts';
import type { OnDemandView } from '#src/shell/page/view.ts';

/** The model of the design page: example books from the upstream; empty if the upstream fails. */
export interface DesignModel {
  readonly books: readonly BookCard[];
}

export const designView: OnDemandView<DesignModel> = {
  kind: 'design',
  async load(_match, _query, upstream, site) {
    const { data } = await upstream.call(recommendIndex3, {});
    const books = new Map(data.items.flatMap((shelf) => shelf.books).map((book) => [book.id, book]));
    return { status: 'ok', model: { books: [...books.values()].map((book) => bookCard(book, site)) } };
  },
};
