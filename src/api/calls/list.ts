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
import { ApiError, requireFound } from '../http/error.ts';
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

export const recommendIndex3Handler = handle(recommendIndex3, async (_params, { store, section, brand }) => ({
  items: await shelves(store.catalogue, section, brand),
}));

export const recommendSectionBooksHandler = handle(recommendSectionBooks, async (params, { store, section, brand }) =>
  requireFound(
    await shelfBooks(store.catalogue, { section, brand, id: params.section_id }, params),
    'section of the home page',
  ),
);

export const bannerIndexHandler = handle(bannerIndex, async (_params, { store, section, brand }) => ({
  items: await banners(store.catalogue, section, brand),
}));

export const bookRankListHandler = handle(bookRankList, async (_params, { store, section, brand }) => ({
  items: await rankingMenu(store.catalogue, section, brand),
}));

export const bookRankBookListHandler = handle(
  bookRankBookList,
  async ({ type, id, ...paging }, { store, section, brand }) =>
    requireFound(await rankingBooks(store.catalogue, { section, brand, type, id }, paging), 'ranking'),
);

export const authorHomeHandler = handle(authorHome, async ({ author_id, ...paging }, { store, section, brand }) => {
  const author = requireFound(await authorById(store.catalogue, { section, brand }, author_id), 'author');
  const books = await listBooks(
    store.catalogue,
    { kind: 'author', target: author.id, brand },
    { ...paging, order: 'hot' },
  );
  return { author, books };
});

export const recommendTagGroupListHandler = handle(recommendTagGroupList, async (_params, { store, section }) => ({
  items: await genres(store.catalogue, section),
}));

export const genreBooksHandler = handle(genreBooks, async (params, { store, section, brand }) => {
  if (!(await hasName(store.catalogue, 'genres', section, params.genre_id)))
    throw new ApiError('NOT_FOUND', 'Genre not found.');
  return listBooks(store.catalogue, { kind: 'genre', target: params.genre_id, brand }, params);
});

export const seoBookTagsHandler = handle(
  seoBookTags,
  async ({ page, page_size, since }, { store, starts, section, brand }) =>
    tagChanges(store.catalogue, starts, { section, brand, page, page_size, since: await sinceOf(store, since) }),
);

export const tagBooksHandler = handle(tagBooks, async (params, { store, section, brand }) => {
  if (!(await hasName(store.catalogue, 'tags', section, params.tag_id)))
    throw new ApiError('NOT_FOUND', 'Tag not found.');
  return listBooks(store.catalogue, { kind: 'tag', target: params.tag_id, brand }, params);
});

export const seoKeywordsPageHandler = handle(
  seoKeywordsPage,
  async ({ page, page_size, since }, { store, starts, section, brand }) =>
    keywordChanges(store.catalogue, starts, { section, brand, page, page_size, since: await sinceOf(store, since) }),
);

export const seoKeywordBooksHandler = handle(seoKeywordBooks, async (params, { store, section, brand }) => {
  if (!(await hasName(store.catalogue, 'keywords', section, params.keyword_id)))
    throw new ApiError('NOT_FOUND', 'Keyword not found.');
  return listBooks(store.catalogue, { kind: 'keyword', target: params.keyword_id, brand }, params);
});

export const categoryListHandler = handle(categoryList, async (_params, context) => ({
  items: await categories(context.store.catalogue, context),
}));

export const categoryBooksHandler = handle(categoryBooks, async (params, context) => {
  const { catalogue } = context.store;
  const target = requireFound(await categoryByName(catalogue, context, params.name, params.sub_name ?? ''), 'category');
  return listBooks(catalogue, { kind: 'category', target, brand: context.brand }, params);
});

export const letterBooksHandler = handle(letterBooks, (params, { store, section, brand }) =>
  listBooks(store.catalogue, { kind: 'letter', target: letterTarget(section, params.letter), brand }, params),
);

/** Parses a cursor. @throws ApiError BAD_REQUEST if this store did not issue it; clients then read the whole list */
export async function sinceOf(store: Store, cursor: string | undefined): Promise<number | undefined> {
  if (cursor === undefined) return undefined;
  const seq = await readCursor(store.catalogue, cursor);
  if (seq === undefined)
    throw new ApiError('BAD_REQUEST', 'since: this cursor is from another store; retry without it');
  return seq;
}
