import { tagBooks } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { hasName, listBooks } from '../store/reads/index.ts';

export const tagBooksHandler = handle(tagBooks, (params, { store, section }) => {
  if (!hasName(store.catalogue, 'tags', section, params.tag_id))
    throw new ApiFault('NOT_FOUND', 'There is no such tag.');
  return listBooks(store.catalogue, 'tag', params.tag_id, params);
});
