import { searchPopular, searchSuggest, searchTyped } from '#src/contract/index.ts';
import { checkLimit } from '../http/error.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { searchBooks, suggest } from '../store/reads/index.ts';

export const searchSuggestHandler = handle(searchSuggest, ({ keyword, limit }, { store, section }) => ({
  items: suggest(store.catalogue, { section, keyword, limit }),
}));

export const searchPopularHandler = handle(searchPopular, ({ limit }, { searches, section, now }) => ({
  items: searches.popular(section, limit, now()),
}));

/** Counts only what finds books as it is typed. */
export const searchTypedHandler = handle(searchTyped, async ({ keyword }, context) => {
  const { store, section, searches, limits, address, now } = context;
  const device = deviceOf(context);
  checkLimit(await limits.searchesByAddress.consume(address));
  const { total, corrected } = searchBooks(store.catalogue, {
    section,
    keyword,
    order: 'relevance',
    page: 1,
    page_size: 1,
  });
  if (total > 0 && corrected === undefined) searches.add({ section, keyword, device }, now());
  return {};
});
