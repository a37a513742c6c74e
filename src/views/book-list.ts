import type { Book } from '#src/contract/entities/book.ts';
import type { Page } from '#src/contract/paging.ts';
import { hash } from '#src/lib/hash.ts';
import { perObject, perPair } from '#src/lib/memo.ts';
import { bookCard } from './card.ts';
import { filterModel, WORTH_FILTERING } from './filters.ts';
import type { BookListModel, FilterModel, LinkModel, Trail } from './models.ts';
import { LIST_PAGE_SIZE, pageCount, pagination } from './pagination.ts';
import type { BookList, Source } from './source.ts';
import type { Loaded, PageRef, ReleaseView, Site } from './view.ts';

/** A named list of books with its addresses: what genre, tag, category, letter, keyword, section and ranking share. */
export interface ListPage {
  readonly list: BookList;
  readonly name: string;
  readonly href: (page: number) => string;
  readonly params: Readonly<Record<string, string>>;
  readonly identities: readonly string[];
}

/** The pages of a list; a list without books has none. */
export function* listRefs(entry: ListPage, source: Source): Iterable<PageRef> {
  const { kind } = entry.list;
  const pages = pageCount(source.total(entry.list));
  for (let page = 1; page <= pages; page += 1) {
    yield { kind, path: entry.href(page), params: entry.params, page, identities: page === 1 ? entry.identities : [] };
  }
}

export interface ListSurroundings {
  readonly introduction?: string;
  readonly trail?: Trail;
  readonly siblings?: readonly LinkModel[];
  readonly menu?: readonly LinkModel[];
  readonly filters?: FilterModel | null;
}

/** A list with what stands around its books. */
export interface FoundList {
  readonly entry: ListPage;
  readonly around: ListSurroundings;
}

/**
 * The view of a kind of list: which there are, and how one is found by the parameters of its address; of pages that
 * the view itself has just listed, `find` is told the entry.
 */
export const listView = (
  kind: BookListModel['kind'],
  entries: (source: Source, site: Site) => Iterable<ListPage>,
  find: (params: PageRef['params'], source: Source, site: Site, listed?: ListPage) => FoundList | undefined,
): Required<ReleaseView<BookListModel>> => {
  const listed = new WeakMap<PageRef['params'], ListPage>();
  const finder = perPair((source: Source, site: Site) =>
    lastFound((params) => find(params, source, site, listed.get(params))),
  );
  return {
    kind,
    *paths(source, site) {
      for (const entry of entries(source, site)) {
        listed.set(entry.params, entry);
        yield* listRefs(entry, source);
      }
    },
    load({ params, page }, source, site) {
      const found = finder(source, site)(params);
      return found ? loadList(found.entry, page, source, site, found.around) : { status: 'missing' };
    },
    nearness({ params }, source, site) {
      const found = finder(source, site)(params);
      return found ? source.leader(found.entry.list) : 0;
    },
    version({ params, page }, source, site) {
      const found = finder(source, site)(params);
      return found && listVersion(found, page, source);
    },
  };
};

/** The pages of a list come one after another, and the same stands around all of them. */
function lastFound(find: (params: PageRef['params']) => FoundList | undefined): typeof find {
  let last:
    | { readonly params: PageRef['params']; readonly key: string; readonly found: FoundList | undefined }
    | undefined;
  return (params) => {
    if (last?.params === params) return last.found;
    const key = JSON.stringify(params);
    last = { params, key, found: last?.key === key ? last.found : find(params) };
    return last.found;
  };
}

/** Changes with all that `loadList` reads. */
function listVersion(found: FoundList, page: number, source: Source): string {
  const { list } = found.entry;
  const books = source.version(list, page, LIST_PAGE_SIZE);
  return hash(`${headOf(found)} ${source.canFilter(list.kind)} ${page} ${books}`, 32);
}

/** What all pages of a list have in common, as a text. */
const headOf = perObject(({ entry: { list, name, params }, around }: FoundList) =>
  JSON.stringify([list.kind, name, params, around]),
);

export function loadList(
  entry: ListPage,
  page: number,
  source: Source,
  site: Site,
  around: ListSurroundings,
): Loaded<BookListModel> {
  const { kind } = entry.list;
  const { items, total } = source.books(entry.list, page, LIST_PAGE_SIZE);
  if (items.length === 0) return { status: 'missing' };
  const filters = total >= WORTH_FILTERING && source.canFilter(kind) ? filterModel({}, entry.href(1)) : null;
  return { status: 'ok', model: listModel({ ...entry, kind }, page, { items, total }, site, { ...around, filters }) };
}

export function listModel(
  entry: Pick<ListPage, 'name' | 'href'> & { readonly kind: BookListModel['kind'] },
  page: number,
  { items, total }: Pick<Page<Book>, 'items' | 'total'>,
  site: Site,
  around: ListSurroundings,
): BookListModel {
  return {
    kind: entry.kind,
    name: entry.name,
    introduction: around.introduction ?? '',
    trail: around.trail ?? [],
    books: items.map((book) => bookCard(book, site)),
    first: (page - 1) * LIST_PAGE_SIZE + 1,
    pagination: pagination(page, pageCount(total), entry.href),
    siblings: around.siblings ?? [],
    menu: around.menu ?? [],
    filters: around.filters ?? null,
  };
}

/** Whether the list has a page at all, so that no link leads nowhere. */
export const hasBooks = (list: BookList, source: Source) => source.total(list) > 0;
