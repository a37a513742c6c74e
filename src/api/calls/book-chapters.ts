import { bookChapters } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { chapterList, hasBook } from '../store/reads/index.ts';

export const bookChaptersHandler = handle(bookChapters, ({ book_id }, { store, section }) => {
  if (!hasBook(store.catalogue, section, book_id)) throw new ApiFault('NOT_FOUND', 'There is no such book.');
  return { items: chapterList(store.catalogue, book_id) };
});
