import { categoryList } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { categories } from '../store/reads/index.ts';

export const categoryListHandler = handle(categoryList, (_params, { store, section }) => ({
  items: categories(store.catalogue, section),
}));
