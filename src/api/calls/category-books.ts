import { categoryBooks } from '#src/contract/index.ts';
import { found } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { categoryByName, listBooks } from '../store/reads/index.ts';

export const categoryBooksHandler = handle(categoryBooks, (params, { store, section }) => {
  const category = categoryByName(store.catalogue, section, params.name, params.sub_name ?? '');
  return listBooks(store.catalogue, 'category', found(category, 'category'), params);
});
