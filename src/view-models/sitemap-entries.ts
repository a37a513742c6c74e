import type { RouteKind } from '#src/routes/paths.ts';
import type { Source } from './source.ts';
import type { PrerenderedView, Site } from './view.ts';

/** A page that search engines may index. */
export interface SitemapEntry {
  /** Name of the file it stands in, without language and number. */
  readonly group: string;
  /** Canonical path, percent-encoded. */
  readonly path: string;
  /** Day (YYYY-MM-DD, UTC) on which the content last changed, where the data tells it: for books, authors and chapters. */
  readonly lastmod?: string;
}

/** The group of a kind of prerendered page. A kind without one is not indexed. */
const GROUPS: Partial<Record<RouteKind, string>> = {
  home: 'site',
  genres: 'site',
  tags: 'site',
  hotnovels: 'site',
  keywords: 'site',
  translator: 'site',
  genre: 'genres',
  tag: 'tags',
  category: 'categories',
  letter: 'letters',
  keyword: 'keywords',
  ranking: 'rankings',
  section: 'sections',
};

/**
 * Every page of a language that search engines may index: prerendered pages, then novels, authors and chapters, which may
 * be rendered on request. Pure: the same source gives the same entries in the same order. Of two lists with one address
 * the first counts, as in a release. Lists have no day: the data tells when a book changed, not when a list did.
 */
export function* sitemapEntries(
  views: readonly PrerenderedView<unknown>[],
  source: Source,
  site: Site,
): Iterable<SitemapEntry> {
  for (const view of views) {
    const group = GROUPS[view.kind];
    if (group !== undefined) yield* prerendered(view, group, source, site);
  }
  for (const book of source.bookDates()) yield { group: 'novels', path: site.paths.novel(book), lastmod: book.day };
  for (const author of source.authorDates())
    yield { group: 'authors', path: site.paths.author(author), lastmod: author.day };
  for (const { bookId, id, day } of source.chapterDates())
    yield { group: 'chapters', path: site.paths.reader(bookId, id), lastmod: day };
}

function* prerendered(view: PrerenderedView<unknown>, group: string, source: Source, site: Site) {
  const firsts = new Set<string>();
  for (const listing of view.listings?.(source, site) ?? []) {
    // While no ranking has books, the page that says so is not indexed.
    if (firsts.has(listing.first.path) || listing.first.path === site.paths.rankingEntry()) continue;
    firsts.add(listing.first.path);
    for (const { path } of listing.refs()) yield { group, path };
  }
  if (view.listings) return;
  for (const { path } of view.paths(source, site)) yield { group, path };
}
