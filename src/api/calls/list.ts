import {
  authorHome,
  bannerIndex,
  bookRankBookList,
  bookRankList,
  categoryBooks,
  categoryList,
  genreBooks,
  letterBooks,
  recommendIndex3,
  recommendSectionBooks,
  recommendTagGroupList,
  seoBookTags,
  seoKeywordBooks,
  seoKeywordsPage,
  tagBooks,
} from '#src/contract/index.ts';
import { ApiError, found } from '../http/error.ts';
import { handle } from '../http/handler.ts';
import type { Store } from '../store/index.ts';
import { letterTarget } from '../store/membership.ts';
import {
  authorById,
  banners,
  categories,
  categoryByName,
  genres,
  hasName,
  keywordChanges,
  listBooks,
  rankingBooks,
  rankingMenu,
  readCursor,
  shelfBooks,
  shelves,
  tagChanges,
} from '../store/reads/index.ts';

export const recommendIndex3Handler = handle(recommendIndex3, (_params, { store, section, brand }) => ({
  items: shelves(store.catalogue, section, brand),
}));

export const recommendSectionBooksHandler = handle(recommendSectionBooks, (params, { store, section, brand }) =>
  found(shelfBooks(store.catalogue, { section, brand, id: params.section_id }, params), 'section of the home page'),
);

export const bannerIndexHandler = handle(bannerIndex, (_params, { store, section, brand }) => ({
  items: banners(store.catalogue, section, brand),
}));

export const bookRankListHandler = handle(bookRankList, (_params, { store, section, brand }) => ({
  items: rankingMenu(store.catalogue, section, brand),
}));

export const bookRankBookListHandler = handle(bookRankBookList, ({ type, id, ...paging }, { store, section, brand }) =>
  found(rankingBooks(store.catalogue, { section, brand, type, id }, paging), 'ranking'),
);

export const authorHomeHandler = handle(authorHome, ({ author_id, ...paging }, { store, section }) => ({
  author: found(authorById(store.catalogue, section, author_id), 'author'),
  books: listBooks(store.catalogue, 'author', author_id, { ...paging, order: 'hot' }),
}));

export const recommendTagGroupListHandler = handle(recommendTagGroupList, (_params, { store, section }) => ({
  items: genres(store.catalogue, section),
}));

export const genreBooksHandler = handle(genreBooks, (params, { store, section }) => {
  if (!hasName(store.catalogue, 'genres', section, params.genre_id))
    throw new ApiError('NOT_FOUND', 'There is no such genre.');
  return listBooks(store.catalogue, 'genre', params.genre_id, params);
});

export const seoBookTagsHandler = handle(seoBookTags, ({ page, page_size, since }, { store, starts, section }) =>
  tagChanges(store.catalogue, starts, { section, page, page_size, since: sinceOf(store, since) }),
);

export const tagBooksHandler = handle(tagBooks, (params, { store, section }) => {
  if (!hasName(store.catalogue, 'tags', section, params.tag_id))
    throw new ApiError('NOT_FOUND', 'There is no such tag.');
  return listBooks(store.catalogue, 'tag', params.tag_id, params);
});

export const seoKeywordsPageHandler = handle(
  seoKeywordsPage,
  ({ page, page_size, since }, { store, starts, section }) =>
    keywordChanges(store.catalogue, starts, { section, page, page_size, since: sinceOf(store, since) }),
);

export const seoKeywordBooksHandler = handle(seoKeywordBooks, (params, { store, section }) => {
  if (!hasName(store.catalogue, 'keywords', section, params.keyword_id))
    throw new ApiError('NOT_FOUND', 'There is no such keyword.');
  return listBooks(store.catalogue, 'keyword', params.keyword_id, params);
});

export const categoryListHandler = handle(categoryList, (_params, { store, section }) => ({
  items: categories(store.catalogue, section),
}));

export const categoryBooksHandler = handle(categoryBooks, (params, { store, section }) => {
  const category = categoryByName(store.catalogue, section, params.name, params.sub_name ?? '');
  return listBooks(store.catalogue, 'category', found(category, 'category'), params);
});

export const letterBooksHandler = handle(letterBooks, (params, { store, section }) =>
  listBooks(store.catalogue, 'letter', letterTarget(section, params.letter), params),
);

/** @throws ApiError BAD_REQUEST for a cursor of another store; the caller then reads the whole list */
export function sinceOf(store: Store, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const seq = readCursor(store.catalogue, cursor);
  if (seq === undefined)
    throw new ApiError('BAD_REQUEST', 'since: this cursor is not one of this store; ask again without it');
  return seq;
}
