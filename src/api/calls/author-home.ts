import { authorHome } from '#src/contract/index.ts';
import { found } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { authorById, listBooks } from '../store/reads/index.ts';

export const authorHomeHandler = handle(authorHome, ({ author_id, ...paging }, { store, section }) => ({
  author: found(authorById(store.catalogue, section, author_id), 'author'),
  books: listBooks(store.catalogue, 'author', author_id, { ...paging, order: 'hot' }),
}));
