import { bookByName, bookChapters, bookShow } from '#src/contract/calls/book.ts';
import { chapterShow } from '#src/contract/calls/chapter.ts';
import { eventOfBook } from '#src/contract/calls/help-event.ts';
import { searchMulti } from '#src/contract/calls/search.ts';
import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { slug } from '#src/lib/slug.ts';
import type { Match } from '#src/routes/parse.ts';
import { bookCard, coverModel, tagLink } from '#src/shell/page/book-card.ts';
import { firstReadable, type NovelData } from '#src/shell/page/book-data.ts';
import { canonicalOwner } from '#src/shell/page/canonical-owner.ts';
import { editionLinks, loadEditions } from '#src/shell/page/editions.ts';
import type { ActiveNovelModel, NovelModel, RelatedShelf } from '#src/shell/page/models.ts';
import { sampleCard, sampleNovel } from '#src/shell/page/sample-book.ts';
import type { Upstream } from '#src/shell/page/source.ts';
import {
  type Loaded,
  type LoadFailure,
  loadFailure,
  type OnDemandView,
  type PrerenderedView,
  permanentRedirect,
  type Site,
  temporaryRedirect,
} from '#src/shell/page/view.ts';
import { loadRelatedBooks, RELATED_BOOKS, RELATED_LISTS, relatedListsOf } from './related-books.ts';

/** The novel page, rendered on request. */
export const novelView: OnDemandView<NovelModel> = {
  kind: 'novel',
  load: (match, query, upstream, site) => loadNovel(match, query, upstream, site, site.paths.novel),
  sample: (site) => novelModel({ ...sampleNovel(site), related: sampleRelated(site) }, 'oldest', site),
};

/** The novel page with the book's help event. Its canonical address is that of the page without the event. */
export const activeNovelView: OnDemandView<ActiveNovelModel> = {
  kind: 'activeNovel',
  async load(match, query, upstream, site) {
    const loaded = await loadNovel(match, query, upstream, site, site.paths.activeNovel);
    if (loaded.status !== 'ok') return loaded;
    const { success, data } = await upstream.call(eventOfBook, { book_id: loaded.model.book.id });
    return { status: 'ok', model: { ...loaded.model, event: success === 1 ? data.event : undefined } };
  },
};

/** The prerendered novel pages. Their model is the same as that of `novelView`. */
export const prerenderedNovelView: PrerenderedView<NovelModel> = {
  kind: 'novel',
  *paths({ prerendered }, { paths }) {
    for (const { book } of prerendered.all())
      yield { kind: 'novel', path: paths.novel(book), params: { id: String(book.id) }, page: 1, aliases: [] };
  },
  load({ params }, { prerendered }, site) {
    const data = prerendered.novel(Number(params['id']));
    return data ? { status: 'ok', model: novelModel(data, 'oldest', site) } : { status: 'missing' };
  },
  version: ({ params }, { prerendered }) => prerendered.novelVersion(Number(params['id'])),
};

async function loadNovel(
  match: Match,
  query: URLSearchParams,
  upstream: Upstream,
  site: Site,
  address: (book: BookDetail) => string,
): Promise<Loaded<NovelModel>> {
  const id = await resolveBookId(match, upstream);
  if (typeof id !== 'number') return id;
  const shown = await upstream.call(bookShow, { book_id: id });
  const { book } = shown.data;
  if (!book) return loadFailure(shown);
  const { params } = match;
  const segments = [params['id'], params['category'], params['name']];
  if (!isCanonical(segments, address(book))) return permanentRedirect(address(book));
  const [chapters, related, editions] = await Promise.all([
    upstream.call(bookChapters, { book_id: book.id }),
    loadRelatedBooks(book, upstream, site),
    loadEditions(book, undefined, upstream),
  ]);
  if (!chapters.success && chapters.status !== 404) return loadFailure(chapters);
  const target = chapterByNumber(query.get('chapter'), chapters.data.items);
  if (target) return temporaryRedirect(site.paths.reader(book.id, target.id));
  const order = query.get('chapters') === 'newest' ? 'newest' : 'oldest';
  const readable = !upstream.lacks(chapterShow);
  const parts = { book, chapters: chapters.data.items, related, editions, readable };
  return { status: 'ok', model: novelModel(parts, order, site) };
}

/**
 * Returns the chapter with this 1-based number, or the last chapter if the number is too high; undefined if the text is
 * not a number.
 */
function chapterByNumber(number: string | null, chapters: Chapters): Chapter | undefined {
  if (number === null || !/^[1-9]\d{0,8}$/.test(number)) return undefined;
  return chapters[Math.min(Number(number), chapters.length) - 1];
}

/** Whether the requested path segments are the last three segments of the canonical path. */
function isCanonical(segments: readonly (string | undefined)[], canonical: string): boolean {
  return (
    segments.every((piece) => piece !== undefined) &&
    canonical.split('/').filter(Boolean).slice(-3).map(decodeURIComponent).join('/') === segments.join('/')
  );
}

type Chapters = readonly Chapter[];

function novelModel(parts: NovelData, order: NovelModel['order'], site: Site): NovelModel {
  const { book, chapters, readable } = parts;
  const { paths } = site;
  const firstId = firstReadable(book, chapters);
  return {
    book: { ...book, cover: coverModel(book.cover, site) },
    href: paths.novel(book),
    owner: canonicalOwner(book, site),
    authorHref: paths.author(book.author),
    categoryHref: paths.category(book.category.name),
    seriesHref: book.series ? paths.keyword(book.series.keyword) : null,
    tags: book.tags.map((tag) => tagLink(tag, site)),
    readHref: firstId === undefined ? null : paths.reader(book.id, firstId),
    chapters: chapters.map((chapter) => ({ ...chapter, href: paths.reader(book.id, chapter.id) })),
    trail: [{ name: book.category.name, href: paths.category(book.category.name) }],
    order,
    related: relatedShelves(parts, site),
    editions: editionLinks(book, parts.editions, site, false),
    readable,
  };
}

/** Leaves out the novel itself, and lists without other books. */
function relatedShelves({ book, related }: NovelData, site: Site): RelatedShelf[] {
  return RELATED_LISTS.flatMap(({ name, title, subject, more }) => {
    const others = (related[name] ?? []).filter(({ id }) => id !== book.id).slice(0, RELATED_BOOKS);
    if (others.length === 0) return [];
    const books = others.map((other) => bookCard(other, site));
    return [{ title, subject: subject?.(book) ?? null, books, href: more?.(book, site) ?? null }];
  });
}

const sampleRelated = (site: Site): NovelData['related'] =>
  Object.fromEntries(
    relatedListsOf(site.brand.livingLists).map(({ name }, index) => [name, [sampleCard(index + 2, site)]]),
  );

const CANDIDATES = 200;
/** A slug of at least this length may have been truncated within its last word. */
const LONG_SLUG = 60;

/**
 * Resolves a path with an id or a name to the book's id. If several books share the name, the oldest wins. A number
 * alone is looked up as a title first ("1984"), then as an id.
 */
async function resolveBookId(match: Match, upstream: Upstream): Promise<number | LoadFailure> {
  const { id, name, category } = match.params;
  const byNumber = id === undefined ? undefined : Number(id);
  if (byNumber !== undefined && (name === undefined || category !== undefined)) return byNumber;
  const byName = await findBookByName(name ?? '', category, upstream);
  return typeof byName === 'number' ? byName : (byNumber ?? byName);
}

async function findBookByName(
  name: string,
  category: string | undefined,
  upstream: Upstream,
): Promise<number | LoadFailure> {
  const result = await upstream.call(bookByName, { name, ...(category ? { category } : {}) });
  if (upstream.lacks(bookByName)) return searchOldestBook(name, category, upstream);
  return result.data.book_id ?? loadFailure(result);
}

/** Searches for the name, for upstreams that cannot look up a book by its name. */
async function searchOldestBook(
  name: string,
  category: string | undefined,
  upstream: Upstream,
): Promise<number | LoadFailure> {
  for (const keyword of keywordsFor(name)) {
    const results = await upstream.call(searchMulti, { keyword, page_size: CANDIDATES });
    if (!results.success) return loadFailure(results);
    const ids = results.data.books.items.filter((book) => isNamed(book, name, category)).map((book) => book.id);
    if (ids.length > 0) return Math.min(...ids);
  }
  return { status: 'missing' };
}

/**
 * The searches for a name, in order: all its words, then only its longest word, for upstreams that only find whole
 * phrases.
 */
function keywordsFor(name: string): string[] {
  const words = name.split('-').filter((word) => word !== '');
  const completeWords = name.length < LONG_SLUG || words.length < 2 ? words : words.slice(0, -1);
  const longest = completeWords.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? [] : [...new Set([completeWords.join(' ').slice(0, 200), longest.slice(0, 200)])];
}

function isNamed(book: Book, name: string, category: string | undefined): boolean {
  const inCategory = category === undefined || slug(book.category.name, 'other') === slug(category, 'other');
  return inCategory && slug(book.title, book.id) === name;
}
