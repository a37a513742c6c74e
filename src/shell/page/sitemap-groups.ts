import type { Book, Edition } from '#src/contract/entities/book.ts';
import { type Alternate, alternatesInEveryLanguage, editionAlternates } from '#src/routes/alternates.ts';
import { kindsWhere, PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import type { Paths } from '#src/routes/paths.ts';
import { canonicalOwner } from './canonical-owner.ts';
import { editionLinks } from './editions.ts';
import type { DatedBook, Source } from './source.ts';
import type { Listing, PrerenderedView, Site } from './view.ts';

/** A page that search engines may index. */
export interface SitemapEntry {
  /** Canonical path, percent-encoded. */
  readonly path: string;
  /** Day of the last content change (YYYY-MM-DD, UTC); known for books, authors and chapters. */
  readonly lastmod?: string;
  /** The page in all its languages, including its own; undefined if it has no equal in other languages. */
  readonly alternates?: readonly Alternate[];
}

/** Pages listed together in the same sitemap files. */
export interface SitemapGroup {
  /** Part of the files' names. */
  readonly name: string;
  readonly entries: Iterable<SitemapEntry>;
}

/** Whether sitemaps list pages of this kind. */
export const isInSitemaps = (kind: RouteKind): boolean => PAGE_KINDS[kind].sitemap !== undefined;

/**
 * Kinds of pages that are listed from the prerendered pages. Novels, authors and chapters are listed from the books
 * instead.
 */
const LISTED = kindsWhere(({ sitemap, rendering }) => sitemap !== undefined && rendering === 'prerendered');

/**
 * Returns every page of a language that search engines may index: prerendered pages, then novels, authors and chapters,
 * which may be rendered on request. Novels and chapters with a canonical page of another brand are listed in that
 * brand's sitemaps. Pure: equal sources give equal entries in the same order. If two lists share an address, only the
 * first is included, as in a release. The entries of lists have no date, because only books have dates in the data.
 * Entries are generated lazily. Read the novels before the authors and chapters, which need facts collected while
 * reading the novels.
 */
export function* sitemapGroups(
  views: readonly PrerenderedView<unknown>[],
  source: Source,
  site: Site,
): Iterable<SitemapGroup> {
  for (const name of new Set(LISTED.map((kind) => PAGE_KINDS[kind].sitemap ?? ''))) {
    const ofGroup = views.filter(({ kind }) => LISTED.includes(kind) && PAGE_KINDS[kind].sitemap === name);
    yield { name, entries: entriesOfViews(ofGroup, source, site) };
  }
  yield { name: 'search', entries: [{ path: site.paths.search() }] };
  const facts: CollectedFacts = { authors: new Map(), elsewhere: new Set() };
  yield { name: 'novels', entries: novels(source, site, facts) };
  yield { name: 'authors', entries: authors(facts, site) };
  yield { name: 'chapters', entries: chapters(source, site, facts) };
}

/** Facts for later groups, collected while the novels are read, so that the books are read only once. */
interface CollectedFacts {
  /** The most recently updated book of each author, by the author's id. */
  readonly authors: Map<number, Pick<DatedBook, 'author' | 'updated' | 'day'>>;
  /** Ids of the books whose canonical pages belong to another brand. */
  readonly elsewhere: Set<number>;
}

function* entriesOfViews(views: readonly PrerenderedView<unknown>[], source: Source, site: Site) {
  for (const view of views) {
    if (view.listings) yield* entriesOfListings(view.listings(source, site), site);
    else for (const { path } of view.paths(source, site)) yield { path, ...alternatesOfView(view, path, site) };
  }
}

/** The alternates of a page that exists in every language, such as the home page or the page of all genres. */
function alternatesOfView({ kind }: PrerenderedView<unknown>, path: string, { brand, paths }: Site) {
  const { counterpart } = PAGE_KINDS[kind];
  const translate = (other: Paths) => (kind === 'home' ? other.home() : (counterpart?.(other, {}) ?? ''));
  return translate(paths) === path ? named(alternatesInEveryLanguage(brand, translate)) : {};
}

const named = (alternates: readonly Alternate[]) => (alternates.length > 0 ? { alternates } : {});

function* entriesOfListings(listings: Iterable<Listing>, site: Site) {
  const firsts = new Set<string>();
  for (const listing of listings) {
    // `/ranking` is a separate page only if no ranking has books. It is then not indexed.
    if (firsts.has(listing.first.path) || listing.first.path === site.paths.rankingEntry()) continue;
    firsts.add(listing.first.path);
    for (const { path } of listing.refs()) yield { path };
  }
}

function* novels(source: Source, site: Site, { authors: newest, elsewhere }: CollectedFacts) {
  const editions = source.prerendered.editions();
  for (const book of source.bookDates()) {
    const latest = newest.get(book.author.id);
    if (!latest || latest.updated < book.updated) newest.set(book.author.id, book);
    if (canonicalOwner(book, site) !== null) elsewhere.add(book.id);
    else {
      const path = site.paths.novel(book);
      yield { path, lastmod: book.day, ...alternatesOfBook(path, book, editions.of(book.id), site) };
    }
  }
}

/** @param chapter whether the page is a chapter */
function alternatesOfBook(
  path: string,
  book: Pick<Book, 'id' | 'brands'>,
  editions: readonly Edition[],
  site: Site,
  chapter = false,
) {
  if (editions.length === 0) return {};
  const links = editionLinks(book, editions, site, chapter).filter(({ isAlternate }) => isAlternate);
  return named(editionAlternates(site.brand, { code: site.locale.code, path }, links));
}

function* authors({ authors: newest }: CollectedFacts, { paths }: Site) {
  const byId = [...newest.values()].sort((a, b) => a.author.id - b.author.id);
  for (const { author, day } of byId) yield { path: paths.author(author), lastmod: day };
}

function* chapters(source: Source, site: Site, { elsewhere }: CollectedFacts) {
  const editions = source.prerendered.editions();
  for (const { bookId, id, day } of source.chapterDates()) {
    if (elsewhere.has(bookId)) continue;
    const path = site.paths.reader(bookId, id);
    // This brand owns the book, as `elsewhere` has all others.
    const book = { id: bookId };
    yield { path, lastmod: day, ...alternatesOfBook(path, book, editions.of(bookId, id), site, true) };
  }
}
