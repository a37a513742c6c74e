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

export const authorHomeHandler = handle(authorHome, ({ author_id, ...paging }, { store, section, brand }) => {
  const author = found(authorById(store.catalogue, { section, brand }, author_id), 'author');
  const books = listBooks(store.catalogue, { kind: 'author', target: author.id, brand }, { ...paging, order: 'hot' });
  return { author, books };
});

export const recommendTagGroupListHandler = handle(recommendTagGroupList, (_params, { store, section }) => ({
  items: genres(store.catalogue, section),
}));

export const genreBooksHandler = handle(genreBooks, (params, { store, section, brand }) => {
  if (!hasName(store.catalogue, 'genres', section, params.genre_id))
    throw new ApiError('NOT_FOUND', 'There is no such genre.');
  return listBooks(store.catalogue, { kind: 'genre', target: params.genre_id, brand }, params);
});

export const seoBookTagsHandler = handle(seoBookTags, ({ page, page_size, since }, { store, starts, section, brand }) =>
  tagChanges(store.catalogue, starts, { section, brand, page, page_size, since: sinceOf(store, since) }),
);

export const tagBooksHandler = handle(tagBooks, (params, { store, section, brand }) => {
  if (!hasName(store.catalogue, 'tags', section, params.tag_id))
    throw new ApiError('NOT_FOUND', 'There is no such tag.');
  return listBooks(store.catalogue, { kind: 'tag', target: params.tag_id, brand }, params);
});

export const seoKeywordsPageHandler = handle(
  seoKeywordsPage,
  ({ page, page_size, since }, { store, starts, section, brand }) =>
    keywordChanges(store.catalogue, starts, { section, brand, page, page_size, since: sinceOf(store, since) }),
);

export const seoKeywordBooksHandler = handle(seoKeywordBooks, (params, { store, section, brand }) => {
  if (!hasName(store.catalogue, 'keywords', section, params.keyword_id))
    throw new ApiError('NOT_FOUND', 'There is no such keyword.');
  return listBooks(store.catalogue, { kind: 'keyword', target: params.keyword_id, brand }, params);
});

export const categoryListHandler = handle(categoryList, (_params, context) => ({
  items: categories(context.store.catalogue, context),
}));

export const categoryBooksHandler = handle(categoryBooks, (params, context) => {
  const { catalogue } = context.store;
  const target = found(categoryByName(catalogue, context, params.name, params.sub_name ?? ''), 'category');
  return listBooks(catalogue, { kind: 'category', target, brand: context.brand }, params);
});

export const letterBooksHandler = handle(letterBooks, (params, { store, section, brand }) =>
  listBooks(store.catalogue, { kind: 'letter', target: letterTarget(section, params.letter), brand }, params),
);

/** @throws ApiError BAD_REQUEST for a cursor of another store; the caller then reads the whole list */
export function sinceOf(store: Store, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const seq = readCursor(store.catalogue, cursor);
  if (seq === undefined)
    throw new ApiError('BAD_REQUEST', 'since: this cursor is not one of this store; ask again without it');
  return seq;
}
