import { letterBooks } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { letterTarget } from '../store/membership.ts';
import { listBooks } from '../store/reads/index.ts';

export const letterBooksHandler = handle(letterBooks, (params, { store, section }) =>
  listBooks(store.catalogue, 'letter', letterTarget(section, params.letter), params),
);
