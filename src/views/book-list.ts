import type { Book } from '#src/contract/entities/book.ts';
import type { Page } from '#src/contract/paging.ts';
import { bookCard } from './card.ts';
import { filterModel, WORTH_FILTERING } from './filters.ts';
import type { BookListModel, FilterModel, LinkModel, Trail } from './models.ts';
import { LIST_PAGE_SIZE, pageCount, pagination } from './pagination.ts';
import type { BookList, Source } from './source.ts';
import type { Loaded, PageRef, Site } from './view.ts';

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
  const pages = pageCount(source.books(entry.list, 1, LIST_PAGE_SIZE).total);
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
export const hasBooks = (list: BookList, source: Source) => source.books(list, 1, 1).total > 0;
