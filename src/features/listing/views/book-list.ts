import type { Book } from '#src/contract/entities/book.ts';
import type { Page } from '#src/contract/paging.ts';
import { hash } from '#src/lib/hash.ts';
import { memoize, memoizePair } from '#src/lib/memoize.ts';
import { bookCard } from '#src/shell/page/book-card.ts';
import { filterModel, MIN_FILTERABLE } from '#src/shell/page/filters.ts';
import type { BookListModel, FilterModel, LinkModel, Trail } from '#src/shell/page/models.ts';
import { LIST_PAGE_SIZE, pageCount, pagination } from '#src/shell/page/pagination.ts';
import type { BookList, Source } from '#src/shell/page/source.ts';
import type { Listing, Loaded, PageRef, PrerenderedView, Site } from '#src/shell/page/view.ts';

/**
 * A list of books, with its name and the addresses of its pages: a genre, tag, category, letter, keyword, section or
 * ranking.
 */
export interface ListPage {
  readonly list: BookList;
  readonly name: string;
  readonly href: (page: number) => string;
  readonly params: Readonly<Record<string, string>>;
  readonly aliases: readonly string[];
}

/** The pages of a list. Even an empty list has one. */
function* listRefs(first: PageRef, { href }: ListPage, pages: number): Iterable<PageRef> {
  yield first;
  for (let page = 2; page <= pages; page += 1) yield { ...first, path: href(page), page, aliases: [] };
}

const firstRef = ({ list: { kind }, href, params, aliases }: ListPage): PageRef => {
  const path = href(1);
  return { kind, path, params, page: 1, aliases, listing: path };
};

export interface ListContext {
  readonly introduction?: string;
  readonly trail?: Trail;
  readonly siblings?: readonly LinkModel[];
  readonly menu?: readonly LinkModel[];
  readonly filters?: FilterModel | null;
}

/** A list, and the texts and links that its page shows besides its books. */
export interface ListInContext {
  readonly entry: ListPage;
  readonly context: ListContext;
}

/**
 * The view of one kind of list.
 * @param entries returns all lists of the kind
 * @param find finds a list by the parameters of its path; `listed` is the entry if `entries` has already returned it
 */
export const listView = (
  kind: BookListModel['kind'],
  entries: (source: Source, site: Site) => Iterable<ListPage>,
  find: (params: PageRef['params'], source: Source, site: Site, listed?: ListPage) => ListInContext | undefined,
): Required<PrerenderedView<BookListModel>> => {
  const listed = new WeakMap<PageRef['params'], ListPage>();
  const finder = memoizePair((source: Source, site: Site) =>
    cacheLast((params) => find(params, source, site, listed.get(params))),
  );
  /** The pages of all lists that have books. */
  function* listings(source: Source, site: Site): Iterable<Listing> {
    for (const entry of entries(source, site)) {
      const pages = pageCount(source.total(entry.list));
      if (pages === 0) continue;
      listed.set(entry.params, entry);
      const first = firstRef(entry);
      const version = () => {
        const listing = finder(source, site)(entry.params);
        return listing ? listingVersion(listing, source) : '';
      };
      yield { first, pages, version, refs: () => listRefs(first, entry, pages) };
    }
  }
  return {
    kind,
    listings,
    *paths(source, site) {
      for (const { refs } of listings(source, site)) yield* refs();
    },
    load({ params, page }, source, site) {
      const listing = finder(source, site)(params);
      return listing ? loadList(listing.entry, page, source, site, listing.context) : { status: 'missing' };
    },
    renderOrder({ params }, source, site) {
      const listing = finder(source, site)(params);
      return listing ? source.firstBookId(listing.entry.list) : 0;
    },
    version({ params, page }, source, site) {
      const listing = finder(source, site)(params);
      return listing && pageVersion(listing, page, source);
    },
  };
};

/** Caches the list found last, because the pages of a list are loaded one after another and share its context. */
function cacheLast(find: (params: PageRef['params']) => ListInContext | undefined): typeof find {
  let last:
    | { readonly params: PageRef['params']; readonly key: string; readonly listing: ListInContext | undefined }
    | undefined;
  return (params) => {
    if (last?.params === params) return last.listing;
    const key = JSON.stringify(params);
    last = { params, key, listing: last?.key === key ? last.listing : find(params) };
    return last.listing;
  };
}

/** A hash of everything that `loadList` reads for a page. */
const pageVersion = (listing: ListInContext, page: number, source: Source): string =>
  hash(`${commonOf(listing, source)} ${page} ${source.version(listing.entry.list, page, LIST_PAGE_SIZE)}`, 32);

/** A hash of everything that `loadList` reads for all pages. */
const listingVersion = (listing: ListInContext, source: Source): string =>
  hash(`${commonOf(listing, source)} ${source.listVersion(listing.entry.list)}`, 32);

const commonOf = (listing: ListInContext, source: Source) =>
  `${headOf(listing)} ${source.canFilter(listing.entry.list.kind)}`;

/** Everything that all pages of a list share, serialised as text. */
const headOf = memoize(({ entry: { list, name, params }, context }: ListInContext) =>
  JSON.stringify([list.kind, name, params, context]),
);

function loadList(
  entry: ListPage,
  page: number,
  source: Source,
  site: Site,
  context: ListContext,
): Loaded<BookListModel> {
  const { kind } = entry.list;
  const { items, total } = source.books(entry.list, page, LIST_PAGE_SIZE);
  if (items.length === 0) return { status: 'missing' };
  const filters = total >= MIN_FILTERABLE && source.canFilter(kind) ? filterModel({}, entry.href(1)) : null;
  return { status: 'ok', model: listModel({ ...entry, kind }, page, { items, total }, site, { ...context, filters }) };
}

export function listModel(
  entry: Pick<ListPage, 'name' | 'href'> & { readonly kind: BookListModel['kind'] },
  page: number,
  { items, total }: Pick<Page<Book>, 'items' | 'total'>,
  site: Site,
  context: ListContext,
): BookListModel {
  return {
    kind: entry.kind,
    name: entry.name,
    introduction: context.introduction ?? '',
    trail: context.trail ?? [],
    books: items.map((book) => bookCard(book, site)),
    first: (page - 1) * LIST_PAGE_SIZE + 1,
    pagination: pagination(page, pageCount(total), entry.href),
    siblings: context.siblings ?? [],
    menu: context.menu ?? [],
    filters: context.filters ?? null,
  };
}

/** Whether the list has books, and therefore a page to link to. */
export const hasBooks = (list: BookList, source: Source) => source.total(list) > 0;
