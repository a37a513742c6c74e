import { genreBooks } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { hasName, listBooks } from '../store/reads/index.ts';

export const genreBooksHandler = handle(genreBooks, (params, { store, section }) => {
  if (!hasName(store.catalogue, 'genres', section, params.genre_id))
    throw new ApiFault('NOT_FOUND', 'There is no such genre.');
  return listBooks(store.catalogue, 'genre', params.genre_id, params);
});
