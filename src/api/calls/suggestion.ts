import { searchPopular, searchSuggest, searchTyped } from '#src/contract/index.ts';
import { checkLimit } from '../http/error.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { hasBrandSets, searchBooks, suggest } from '../store/reads/index.ts';

export const searchSuggestHandler = handle(searchSuggest, async ({ keyword, limit }, { store, section, brand }) => ({
  items: await suggest(store.searched, { section, brand, keyword, limit }),
}));

/**
 * Returns popular searches. They are counted for all brands together, but only those that match a book of the brand are
 * returned.
 */
export const searchPopularHandler = handle(
  searchPopular,
  async ({ limit }, { store, searches, section, brand, now }) => {
    const first = { order: 'relevance', page: 1, page_size: 1 } as const;
    const hasResults = async (keyword: string) =>
      (await searchBooks(store.searched, { ...first, section, brand, keyword })).total > 0;
    return {
      items: await searches.popular(
        section,
        limit,
        now(),
        (await hasBrandSets(store.catalogue)) ? hasResults : undefined,
      ),
    };
  },
);

/** Counts a search that a visitor typed, if it finds books without a correction. */
export const searchTypedHandler = handle(searchTyped, async ({ keyword }, context) => {
  const { store, section, brand, searches, statistics, limits, address, now } = context;
  const device = deviceOf(context);
  checkLimit(await limits.searchesByAddress.consume(address));
  const { total, corrected } = await searchBooks(store.searched, {
    section,
    brand,
    keyword,
    order: 'relevance',
    page: 1,
    page_size: 1,
  });
  statistics?.searched(context, { section, word: keyword, results: total });
  if (total > 0 && corrected === undefined) await searches.add({ section, keyword, device }, now());
  return {};
});
