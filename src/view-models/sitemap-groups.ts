import type { RouteKind } from '#src/routes/paths.ts';
import { canonicalOwner } from './canonical-owner.ts';
import type { DatedBook, Source } from './source.ts';
import type { Listing, PrerenderedView, Site } from './view.ts';

/** A page that search engines may index. */
export interface SitemapEntry {
  /** Canonical path, percent-encoded. */
  readonly path: string;
  /** Day (YYYY-MM-DD, UTC) on which the content last changed, where the data tells it: for books, authors and chapters. */
  readonly lastmod?: string;
}

/** The pages of some kinds, which stand in the same files. */
export interface SitemapGroup {
  /** Part of the files' names. */
  readonly name: string;
  readonly entries: Iterable<SitemapEntry>;
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

/** Whether pages of this kind stand in sitemaps. */
export const isInSitemaps = (kind: RouteKind): boolean =>
  GROUPS[kind] !== undefined || kind === 'novel' || kind === 'author' || kind === 'reader';

/**
 * Every page of a language that search engines may index: prerendered pages, then novels, authors and chapters, which may
 * be rendered on request. Novels and chapters whose canonical pages another brand has stand in the sitemaps of that one.
 * Pure: the same source gives the same entries in the same order. Of two lists with one address the first counts, as in a
 * release. Lists have no day: the data tells when a book changed, not when a list did. Entries are made one by one, as they
 * are asked for; authors and chapters need those of the novels to have been read.
 */
export function* sitemapGroups(
  views: readonly PrerenderedView<unknown>[],
  source: Source,
  site: Site,
): Iterable<SitemapGroup> {
  for (const name of new Set(Object.values(GROUPS))) {
    const ofGroup = views.filter(({ kind }) => GROUPS[kind] === name);
    yield { name, entries: entriesOfViews(ofGroup, source, site) };
  }
  yield { name: 'search', entries: [{ path: site.paths.search() }] };
  const found: Found = { authors: new Map(), elsewhere: new Set() };
  yield { name: 'novels', entries: novels(source, site, found) };
  yield { name: 'authors', entries: authors(found, site) };
  yield { name: 'chapters', entries: chapters(source, site, found) };
}

/** What reading the books tells of other entries: books are many, and reading them twice would take twice as long. */
interface Found {
  /** Authors by id, each by the name in the newest of their books. */
  readonly authors: Map<number, Pick<DatedBook, 'author' | 'updated' | 'day'>>;
  /** Ids of the books whose canonical pages another brand has. */
  readonly elsewhere: Set<number>;
}

function* entriesOfViews(views: readonly PrerenderedView<unknown>[], source: Source, site: Site) {
  for (const view of views) {
    if (view.listings) yield* entriesOfListings(view.listings(source, site), site);
    else for (const { path } of view.paths(source, site)) yield { path };
  }
}

function* entriesOfListings(listings: Iterable<Listing>, site: Site) {
  const firsts = new Set<string>();
  for (const listing of listings) {
    // While no ranking has books, the page that says so is not indexed.
    if (firsts.has(listing.first.path) || listing.first.path === site.paths.rankingEntry()) continue;
    firsts.add(listing.first.path);
    for (const { path } of listing.refs()) yield { path };
  }
}

function* novels(source: Source, site: Site, { authors: newest, elsewhere }: Found) {
  for (const book of source.bookDates()) {
    const known = newest.get(book.author.id);
    if (!known || known.updated < book.updated) newest.set(book.author.id, book);
    if (canonicalOwner(book, site) !== null) elsewhere.add(book.id);
    else yield { path: site.paths.novel(book), lastmod: book.day };
  }
}

function* authors({ authors: newest }: Found, { paths }: Site) {
  const byId = [...newest.values()].sort((one, other) => one.author.id - other.author.id);
  for (const { author, day } of byId) yield { path: paths.author(author), lastmod: day };
}

function* chapters(source: Source, site: Site, { elsewhere }: Found) {
  for (const { bookId, id, day } of source.chapterDates())
    if (!elsewhere.has(bookId)) yield { path: site.paths.reader(bookId, id), lastmod: day };
}
