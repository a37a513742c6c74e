import { recommendSectionBooks } from '#src/contract/index.ts';
import { found } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { shelfBooks } from '../store/reads/index.ts';

export const recommendSectionBooksHandler = handle(recommendSectionBooks, (params, { store, section, brand }) =>
  found(shelfBooks(store.catalogue, { section, brand, id: params.section_id }, params), 'section of the home page'),
);
