import { searchMulti } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { searchAuthors, searchBooks, searchKeywords, searchTags } from '../store/reads/index.ts';

/** Entries that a group other than the one asked for shows. */
const FIRST = { page: 1, page_size: 10 };

export const searchMultiHandler = handle(
  searchMulti,
  ({ group, keyword, page, page_size, ...filters }, { store, section }) => {
    const query = (of: typeof group) => ({ keyword, section, ...(of === group ? { page, page_size } : FIRST) });
    return {
      books: searchBooks(store.catalogue, { ...query('books'), ...filters }),
      authors: searchAuthors(store.catalogue, query('authors')),
      tags: searchTags(store.catalogue, query('tags')),
      keywords: searchKeywords(store.catalogue, query('keywords')),
    };
  },
);
