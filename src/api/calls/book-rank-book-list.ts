import { bookRankBookList } from '#src/contract/index.ts';
import { found } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { rankingBooks } from '../store/reads/index.ts';

export const bookRankBookListHandler = handle(bookRankBookList, ({ type, id, ...paging }, { store, section, brand }) =>
  found(rankingBooks(store.catalogue, { section, brand, type, id }, paging), 'ranking'),
);
