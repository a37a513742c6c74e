import type { SearchGroupKind, searchMulti } from '#src/contract/calls/search.ts';
import type { Data } from '#src/contract/index.ts';
import { type Filters, filterQuery } from '#src/routes/filters.ts';
import { bookCard, tagLink } from './card.ts';
import type { LinkModel, SearchGroup } from './models.ts';
import type { Site } from './view.ts';

/** The full list behind a group of results; filters are of books alone. */
export function moreHref(word: string, group: SearchGroupKind, page: number, filters: Filters, site: Site): string {
  const query = new URLSearchParams({
    ...(group === 'books' ? {} : { group }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(group === 'books' ? Object.fromEntries(new URLSearchParams(filterQuery(filters))) : {}),
  });
  const text = query.toString();
  return site.paths.searchMore(word) + (text === '' ? '' : `?${text}`);
}

export function groupModel(
  kind: SearchGroupKind,
  word: string,
  data: Data<typeof searchMulti>,
  filters: Filters,
  site: Site,
): SearchGroup {
  const { total, items } = data[kind];
  return {
    kind,
    total,
    books: kind === 'books' ? data.books.items.map((book) => bookCard(book, site)) : [],
    links: kind === 'books' ? [] : linksOf(kind, data, site),
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
