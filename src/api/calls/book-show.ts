import { bookShow } from '#src/contract/index.ts';
import { ApiFault, found } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { bookDetail, wasRemoved } from '../store/reads/index.ts';

export const bookShowHandler = handle(bookShow, ({ book_id }, { store, section }) => {
  const book = bookDetail(store.catalogue, section, book_id);
  if (!book && wasRemoved(store.catalogue, section, book_id)) throw new ApiFault('GONE', 'This book was taken down.');
  return { book: found(book, 'book') };
});
