import { seoKeywordsPage } from '#src/contract/calls/list.ts';
import { SEARCH_GROUPS, type SearchGroupKind, searchMulti } from '#src/contract/calls/search.ts';
import { searchPopular } from '#src/contract/calls/suggestion.ts';
import type { Data, Params } from '#src/contract/index.ts';
import { chosenContent } from '#src/contract/locales.ts';
import { type Filters, filterQuery, readFilters } from '#src/routes/filters.ts';
import type { Match } from '#src/routes/parse.ts';
import { createPaths, searchWord } from '#src/routes/paths.ts';
import { bookCard, tagLink } from '#src/shell/page/book-card.ts';
import { filterModel } from '#src/shell/page/filters.ts';
import type {
  FilterModel,
  LinkModel,
  SearchGroup,
  SearchModel,
  SearchMoreModel,
  SuggestedWords,
} from '#src/shell/page/models.ts';
import { LIST_PAGE_SIZE, pageCount, pagination } from '#src/shell/page/pagination.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import {
  type Loaded,
  loadFailure,
  type OnDemandView,
  permanentRedirect,
  type Site,
  temporaryRedirect,
} from '#src/shell/page/view.ts';

const MAX_SUGGESTED_WORDS = 16;
/** The filters of search results. `order` is not one of them, because results are ordered by relevance. */
const FILTER_NAMES = ['status', 'length'] as const;

/** The site of the page. `content` is the site whose content is searched. */
type SearchSite = Site & { readonly content: Site };

/**
 * Determines which locale's content is searched: the one in the query parameter `section`, or else the page's locale.
 */
function searchSite(query: URLSearchParams, site: Site): SearchSite {
  const chosen = chosenContent(query.get('section'), site.brand.locales);
  const isOther = chosen !== undefined && chosen.code !== site.locale.code;
  return { ...site, content: isOther ? { ...site, locale: chosen, paths: createPaths(chosen.code) } : site };
}

/** The search words, from the path or from the search form; empty if there are none. */
const wordOf = (params: Match['params'], query: URLSearchParams) => searchWord(params['word'] ?? query.get('q') ?? '');

/** The search page, with the first results of each group. */
export const searchView: OnDemandView<SearchModel> = {
  kind: 'search',
  async load({ params }, query, upstream, ownSite) {
    const site = searchSite(query, ownSite);
    const word = wordOf(params, query);
    if (word === '') return beforeSearch(params, upstream, site);
    if (params['word'] === undefined) return temporaryRedirect(site.paths.searchResult(word));
    if (params['form'] !== 'result' || params['word'] !== word) return permanentRedirect(site.paths.searchResult(word));
    const filters = resultFilters(query);
    const result = await find(upstream, site, word, filters);
    if (!result.success) return loadFailure(result);
    const { data } = result;
    const model: SearchModel = {
      word,
      corrected: data.corrected ?? null,
      groups: SEARCH_GROUPS.map((kind) => groupModel(kind, word, data, filters, site)),
      kinds: kindLinks(word, data, undefined, site),
      filters: filtersOf(filters, data, site.paths.searchResult(word)),
      suggested: SEARCH_GROUPS.some((kind) => data[kind].items.length > 0)
        ? NO_WORDS
        : await suggestedWords(upstream, site, site.paths.searchResult),
    };
    return { status: 'ok', model };
  },
};

async function beforeSearch(
  params: Match['params'],
  upstream: Upstream,
  site: SearchSite,
): Promise<Loaded<SearchModel>> {
  if (Object.keys(params).length > 0) return permanentRedirect(site.paths.search());
  const suggested = await suggestedWords(upstream, site, site.paths.searchResult);
  return {
    status: 'ok',
    model: { word: '', corrected: null, groups: [], kinds: [], filters: null, suggested },
  };
}

/**
 * The most frequent searches. If there are too few or the upstream does not count searches, keywords ordered by name.
 */
async function suggestedWords(
  upstream: Upstream,
  { content }: SearchSite,
  href: (word: string) => string,
): Promise<SuggestedWords> {
  const linksOf = (words: readonly string[]) => words.map((name) => ({ name, href: href(name) }));
  const popular = await upstream.call(searchPopular, { limit: MAX_SUGGESTED_WORDS }, content.locale);
  if (popular.data.items.length > 0) return { kind: 'popular', links: linksOf(popular.data.items) };
  const keywords = await upstream.call(seoKeywordsPage, { page_size: MAX_SUGGESTED_WORDS }, content.locale);
  return { kind: 'keywords', links: linksOf(keywords.data.items.map(({ name }) => name)) };
}

const NO_WORDS: SuggestedWords = { kind: 'keywords', links: [] };

/** The page with all results of one group. `?group=` selects the group, and `?page=` the page of its results. */
export const searchMoreView: OnDemandView<SearchMoreModel> = {
  kind: 'searchMore',
  async load({ params }, query, upstream, ownSite) {
    const site = searchSite(query, ownSite);
    const word = wordOf(params, query);
    if (word === '') return beforeSearchMore(params, upstream, site);
    const group = SEARCH_GROUPS.find((kind) => kind === query.get('group')) ?? 'books';
    const page = /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
    const filters = group === 'books' ? resultFilters(query) : {};
    const href = (kind: SearchGroupKind, number: number) => moreHref(word, kind, number, filters, site);
    if (params['word'] === undefined) return temporaryRedirect(href(group, page));
    if (params['form'] !== 'result' || params['word'] !== word) return permanentRedirect(href(group, page));
    const result = await find(upstream, site, word, filters, { group, page, page_size: LIST_PAGE_SIZE });
    if (!result.success) return loadFailure(result);
    const { data } = result;
    if (page > 1 && data[group].items.length === 0) return { status: 'missing' };
    const results = {
      corrected: data.corrected ?? null,
      group: groupModel(group, word, data, filters, site),
      groups: kindLinks(word, data, group, site),
      filters: group === 'books' ? filtersOf(filters, data, moreHref(word, 'books', 1, {}, site)) : null,
      pagination: pagination(page, pageCount(data[group].total), (number) => href(group, number)),
    };
    return { status: 'ok', model: { word, results, suggested: NO_WORDS } };
  },
};

async function beforeSearchMore(
  params: Match['params'],
  upstream: Upstream,
  site: SearchSite,
): Promise<Loaded<SearchMoreModel>> {
  if (Object.keys(params).length > 0) return permanentRedirect(site.paths.searchMore());
  const suggested = await suggestedWords(upstream, site, site.paths.searchMore);
  return { status: 'ok', model: { word: '', results: null, suggested } };
}

function resultFilters(query: URLSearchParams): Filters {
  const { status, length } = readFilters(query);
  return { ...(status ? { status } : {}), ...(length ? { length } : {}) };
}

function find(
  upstream: Upstream,
  { content }: SearchSite,
  keyword: string,
  filters: Filters,
  more: Partial<Params<typeof searchMulti>> = {},
) {
  const params = { ...more, ...resultFilters(new URLSearchParams(filterQuery(filters))), keyword };
  return upstream.call(searchMulti, params, content.locale);
}

/** Links to the groups that have results, and to the group that is shown. */
function kindLinks(
  word: string,
  data: Data<typeof searchMulti>,
  shown: SearchGroupKind | undefined,
  site: SearchSite,
): LinkModel[] {
  const filled = SEARCH_GROUPS.filter((kind) => kind === shown || data[kind].total > 0);
  return filled.map((kind) => ({
    name: kind,
    href: moreHref(word, kind, 1, {}, site),
    current: kind === shown,
  }));
}

function filtersOf(filters: Filters, data: Data<typeof searchMulti>, href: string): FilterModel | null {
  const isSet = filterQuery(filters) !== '';
  return isSet || data.books.total > 1
    ? filterModel(filters, href, { names: FILTER_NAMES, found: data.books.total })
    : null;
}

/** Path of the list of all results of a group. Only books have filters. */
function moreHref(word: string, group: SearchGroupKind, page: number, filters: Filters, site: SearchSite): string {
  const query = new URLSearchParams({
    ...(group === 'books' ? {} : { group }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(site.content.locale.code === site.locale.code ? {} : { section: String(site.content.locale.section) }),
    ...(group === 'books' ? Object.fromEntries(new URLSearchParams(filterQuery(filters))) : {}),
  });
  const text = query.toString();
  return site.paths.searchMore(word) + (text === '' ? '' : `?${text}`);
}

function groupModel(
  kind: SearchGroupKind,
  word: string,
  data: Data<typeof searchMulti>,
  filters: Filters,
  site: SearchSite,
): SearchGroup {
  const { total, items } = data[kind];
  return {
    kind,
    total,
    books: kind === 'books' ? data.books.items.map((book) => bookCard(book, site.content)) : [],
    links: kind === 'books' ? [] : linksOf(kind, data, site.content),
    moreHref: total > items.length ? moreHref(word, kind, 1, filters, site) : null,
  };
}

function linksOf(kind: Exclude<SearchGroupKind, 'books'>, data: Data<typeof searchMulti>, site: Site): LinkModel[] {
  const { paths } = site;
  if (kind === 'authors')
    return data.authors.items.map((author) => ({ name: author.name, href: paths.author(author) }));
  if (kind === 'tags') return data.tags.items.map((tag) => tagLink(tag, site));
  return data.keywords.items.map((keyword) => ({ name: keyword.name, href: paths.keyword(keyword) }));
}
