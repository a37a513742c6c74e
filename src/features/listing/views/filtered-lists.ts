import type { Book } from '#src/contract/entities/book.ts';
import {
  categoryBooks,
  categoryList,
  genreBooks,
  type Params,
  type Result,
  recommendTagGroupList,
  tagBooks,
} from '#src/contract/index.ts';
import type { Page } from '#src/contract/paging.ts';
import { type Filters, filterQuery, readFilters } from '#src/routes/filters.ts';
import type { Match } from '#src/routes/parse.ts';
import { tagLink } from '#src/shell/page/book-card.ts';
import { filterModel, matchesFilters } from '#src/shell/page/filters.ts';
import type { BookListModel, LinkModel } from '#src/shell/page/models.ts';
import { LIST_PAGE_SIZE } from '#src/shell/page/pagination.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import { type Loaded, loadFailure, type OnDemandView, type Site, temporaryRedirect } from '#src/shell/page/view.ts';
import { type ListContext, listModel } from './book-list.ts';
import { contextOf, sameSlug } from './category.ts';

type Kind = Extract<BookListModel['kind'], 'category' | 'genre' | 'tag'>;
type FilteredPage = Filters & { readonly page: number; readonly page_size: number };

/** A list that the upstream can filter, with its context. */
interface FilterableList {
  readonly name: string;
  readonly href: (page: number) => string;
  readonly context: (books: readonly Book[], query: string) => ListContext;
  fetch(page: FilteredPage): Promise<Result<Page<Book>>>;
}

type Find = (match: Match, upstream: Upstream, site: Site) => Promise<FilterableList | Loaded<never>>;

/**
 * The view of a list with filters or another order, rendered on request. Lists without filters are prerendered. If the
 * upstream cannot filter, redirects to the list without filters.
 */
const filteredView = (kind: Kind, find: Find): OnDemandView<BookListModel> => ({
  kind,
  async load(match, query, upstream, site) {
    const list = await find(match, upstream, site);
    if ('status' in list) return list;
    const filters = readFilters(query);
    const { page } = match;
    const result = await list.fetch({ ...filters, page, page_size: LIST_PAGE_SIZE });
    const { items, total } = result.data;
    if (cannotFilter(result, filters)) return temporaryRedirect(list.href(page));
    if (!result.success || (items.length === 0 && page > 1)) return loadFailure(result);
    const filterSuffix = filterQuery(filters);
    const href = (number: number) => list.href(number) + filterSuffix;
    const context = {
      ...list.context(items, filterSuffix),
      filters: filterModel(filters, list.href(1), { found: total }),
    };
    return { status: 'ok', model: listModel({ kind, name: list.name, href }, page, result.data, site, context) };
  },
});

/** Whether the upstream lacks the call, rejects the filters or ignores them. */
const cannotFilter = ({ success, status, data, errors }: Result<Page<Book>>, filters: Filters): boolean =>
  success === 0
    ? status === 400 || errors.some(({ code }) => code === 'CALL_ABSENT')
    : !data.items.every((book) => matchesFilters(book, filters));

const withQuery = (links: readonly LinkModel[], query: string) =>
  links.map((link) => ({ ...link, href: link.href + query }));

export const filteredCategoryView = filteredView('category', async ({ params, page }, upstream, site) => {
  const result = await upstream.call(categoryList, {});
  const unfiltered = site.paths.category(params['name'] ?? '', params['sub'] ?? null, page);
  if (upstream.lacks(categoryList)) return temporaryRedirect(unfiltered);
  const category = result.data.items.find(({ name }) => sameSlug(name, params['name']));
  const sub = params['sub'] === undefined ? null : category?.subs.find((name) => sameSlug(name, params['sub']));
  if (!category || sub === undefined) return loadFailure(result);
  const { name } = category;
  return {
    name: sub ?? name,
    href: (number) => site.paths.category(name, sub, number),
    fetch: (page) => upstream.call(categoryBooks, { ...page, name, ...(sub === null ? {} : { sub_name: sub }) }),
    context(_books, query) {
      const { siblings, menu, trail } = contextOf({ name, sub }, result.data.items, site);
      return { trail, siblings: withQuery(siblings, query), menu: withQuery(menu, query) };
    },
  };
});

export const filteredGenreView = filteredView('genre', async ({ params }, upstream, site) => {
  const result = await upstream.call(recommendTagGroupList, {});
  const genre = result.data.items.find(({ id }) => id === Number(params['id']));
  if (!genre) return loadFailure(result);
  return {
    name: genre.name,
    href: (number) => site.paths.genre(genre, number),
    fetch: (page) => upstream.call(genreBooks, { ...page, genre_id: genre.id }),
    context: (books) => ({
      introduction: genre.introduction,
      siblings: genre.tags.filter((tag) => isTagged(books, tag.id)).map((tag) => tagLink(tag, site)),
    }),
  };
});

const isTagged = (books: readonly Book[], id: number) => books.some(({ tags }) => tags.some((tag) => tag.id === id));

export const filteredTagView = filteredView('tag', async ({ params, page }, upstream, site) => {
  const id = Number(params['id']);
  const fetch = (params: Partial<Params<typeof tagBooks>>) => upstream.call(tagBooks, { ...params, tag_id: id });
  const [sample, groups] = await Promise.all([fetch({ page_size: 1 }), upstream.call(recommendTagGroupList, {})]);
  const byId = site.paths.tag({ id, name: '' }, page);
  if (upstream.lacks(tagBooks)) return temporaryRedirect(byId);
  // No API call returns a single tag, so the tag's name is taken from its books.
  const tag = sample.data.items[0]?.tags.find((candidate) => candidate.id === id);
  if (!tag) return loadFailure(sample);
  const genre = groups.data.items.find(({ tags }) => tags.some((candidate) => candidate.id === id));
  return {
    name: tag.name,
    href: (number) => site.paths.tag(tag, number),
    fetch,
    context: () => ({ trail: genre ? [{ name: genre.name, href: site.paths.genre(genre) }] : [] }),
  };
});
