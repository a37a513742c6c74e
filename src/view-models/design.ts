import { recommendIndex3 } from '#src/contract/calls/list.ts';
import { bookCard } from './book-card.ts';
import type { BookCard } from './models.ts';
import type { OnDemandView } from './view.ts';

/** The page of all components: books of the store as the specimens, none where the upstream fails. */
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
