import { searchMulti } from '#src/contract/calls/search-multi.ts';
import { seoKeywordsPage } from '#src/contract/calls/seo-keywords-page.ts';
import type { Data } from '#src/contract/index.ts';
import type { Match } from '#src/paths/parse.ts';
import { searchWord } from '#src/paths.ts';
import { bookCard, tagLink } from './card.ts';
import type { LinkModel, SearchGroup, SearchModel, SearchMoreModel } from './models.ts';
import { LIST_PAGE_SIZE, pageCount, pagination } from './pagination.ts';
import type { Upstream } from './source.ts';
import { moved, unanswered } from './upstream.ts';
import type { Loaded, RequestView, Site } from './view.ts';

const POPULAR = 16;
const GROUPS = ['books', 'authors', 'tags', 'keywords'] as const;
type GroupKind = (typeof GROUPS)[number];

/** The word an address or a form gives, or nothing. */
const wordOf = (params: Match['params'], query: URLSearchParams) => searchWord(params['word'] ?? query.get('q') ?? '');

/** Search and its results by group. */
export const searchView: RequestView<SearchModel> = {
  kind: 'search',
  async load({ params }, query, upstream, site) {
    const word = wordOf(params, query);
    if (word === '') return beforeSearch(params, upstream, site);
    if (params['word'] === undefined) return { status: 'moved', to: site.paths.searchResult(word), permanent: false };
    if (params['form'] !== 'result' || params['word'] !== word) return moved(site.paths.searchResult(word));
    const [result, words] = await Promise.all([upstream.call(searchMulti, { keyword: word }), popular(upstream, site)]);
    if (!result.success) return unanswered(result);
    const groups = GROUPS.map((kind) => groupModel(kind, word, result.data, site));
    return { status: 'ok', model: { word, groups, popular: words } };
  },
};

async function beforeSearch(params: Match['params'], upstream: Upstream, site: Site): Promise<Loaded<SearchModel>> {
  if (Object.keys(params).length > 0) return moved(site.paths.search());
  return { status: 'ok', model: { word: '', groups: [], popular: await popular(upstream, site) } };
}

async function popular(upstream: Upstream, site: Site): Promise<LinkModel[]> {
  const { data } = await upstream.call(seoKeywordsPage, { page_size: POPULAR });
  return data.items.map((keyword) => ({ name: keyword.name, href: site.paths.searchResult(keyword.name) }));
}

/** The full paged list behind one group: `?group=` and `?page=`. */
export const searchMoreView: RequestView<SearchMoreModel> = {
  kind: 'searchMore',
  async load({ params }, query, upstream, site) {
    const word = wordOf(params, query);
    if (word === '') return moved(site.paths.search());
    const group = GROUPS.find((kind) => kind === query.get('group')) ?? 'books';
    const page = /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
    if (params['form'] !== 'result' || params['word'] !== word) return moved(moreHref(word, group, page, site));
    const result = await upstream.call(searchMulti, { keyword: word, group, page, page_size: LIST_PAGE_SIZE });
    if (!result.success) return unanswered(result);
    if (page > 1 && result.data[group].items.length === 0) return { status: 'missing' };
    const href = (kind: GroupKind, number: number) => moreHref(word, kind, number, site);
    const model: SearchMoreModel = {
      word,
      group: groupModel(group, word, result.data, site),
      groups: GROUPS.filter((kind) => result.data[kind].total > 0).map((kind) => ({
        name: kind,
        href: href(kind, 1),
        current: kind === group,
      })),
      pagination: pagination(page, pageCount(result.data[group].total), (number) => href(group, number)),
    };
    return { status: 'ok', model };
  },
};

function moreHref(word: string, group: GroupKind, page: number, site: Site): string {
  const query = new URLSearchParams({
    ...(group === 'books' ? {} : { group }),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  const text = query.toString();
  return site.paths.searchMore(word) + (text === '' ? '' : `?${text}`);
}

function groupModel(kind: GroupKind, word: string, data: Data<typeof searchMulti>, site: Site): SearchGroup {
  const { total, items } = data[kind];
  return {
    kind,
    total,
    books: kind === 'books' ? data.books.items.map((book) => bookCard(book, site)) : [],
    links: kind === 'books' ? [] : linksOf(kind, data, site),
    moreHref: total > items.length ? moreHref(word, kind, 1, site) : null,
  };
}

function linksOf(kind: Exclude<GroupKind, 'books'>, data: Data<typeof searchMulti>, site: Site): LinkModel[] {
  const { paths } = site;
  if (kind === 'authors')
    return data.authors.items.map((author) => ({ name: author.name, href: paths.author(author) }));
  if (kind === 'tags') return data.tags.items.map((tag) => tagLink(tag, site));
  return data.keywords.items.map((keyword) => ({ name: keyword.name, href: paths.keyword(keyword) }));
}
