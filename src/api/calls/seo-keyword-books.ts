import { seoKeywordBooks } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { hasName, listBooks } from '../store/reads/index.ts';

export const seoKeywordBooksHandler = handle(seoKeywordBooks, (params, { store, section }) => {
  if (!hasName(store.catalogue, 'keywords', section, params.keyword_id))
    throw new ApiFault('NOT_FOUND', 'There is no such keyword.');
  return listBooks(store.catalogue, 'keyword', params.keyword_id, params);
});
