import { searchPopular, searchSuggest } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { suggest } from '../store/reads/index.ts';

export const searchSuggestHandler = handle(searchSuggest, ({ keyword, limit }, { store, section }) => ({
  items: suggest(store.catalogue, { section, keyword, limit }),
}));

export const searchPopularHandler = handle(searchPopular, ({ limit }, { searches, section, now }) => ({
  items: searches.popular(section, limit, now()),
}));
