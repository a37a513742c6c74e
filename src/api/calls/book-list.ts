import { bookList } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { bookChanges } from '../store/reads/index.ts';
import { sinceOf } from './since.ts';

export const bookListHandler = handle(bookList, ({ page, page_size, since }, { store, starts, section }) =>
  bookChanges(store.catalogue, starts, { section, page, page_size, since: sinceOf(store, since) }),
);
