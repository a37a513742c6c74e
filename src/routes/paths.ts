import { type LocaleCode, localePrefix } from '#src/contract/locales.ts';
import { memoize } from '#src/lib/memoize.ts';
import { slug } from '#src/lib/slug.ts';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { notebookFragment } from './notebook-fragment.ts';

type Named = { readonly id: number; readonly name: string };
type BookLike = { readonly id: number; readonly title: string; readonly category: { readonly name: string } };

export const ACCOUNT_PAGES = [
  'myLocked',
  'privacyPolicy',
  'rechargeList',
  'teams_of_services',
  'voucherHistory',
] as const;
export type AccountPage = (typeof ACCOUNT_PAGES)[number];

export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0'] as const;

/** File extensions of feeds: RSS 2.0, Atom, and the catalogs OPDS 1.2 and OPDS 2.0. */
export const FEED_FORMATS = ['rss', 'atom', 'opds', 'opds2'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];
/** The formats of catalogs. Plain hosts do not know their media types. */
export const CATALOG_FORMATS = IS_STATIC_SITE ? [] : (['opds', 'opds2'] as const);
/** The formats of feeds on this site. */
export const SITE_FEED_FORMATS: readonly FeedFormat[] = IS_STATIC_SITE ? ['rss', 'atom'] : FEED_FORMATS;
export const isFeedFormat = (text: string): text is FeedFormat => FEED_FORMATS.some((format) => format === text);

const join = (...segments: (string | number)[]) =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
const suffix = (page: number) => (page > 1 ? `/page-${page}` : '');

/** Builds the canonical paths of one locale. The default locale has no prefix (`prefix_except_default`). */
export function createPaths(locale: LocaleCode) {
  const prefix = localePrefix(locale);
  const at = (path: string) => prefix + path;
  const end = IS_STATIC_SITE ? '/' : '';
  const pageAt = (path: string) => at(path) + end;
  return {
    home: () => (prefix === '' ? '/' : prefix + end),
    genres: () => pageAt('/genres'),
    genre: (genre: Named, page = 1) => pageAt(join('genres', genre.id, listSlug(genre.name, genre.id)) + suffix(page)),
    tags: () => pageAt('/tags'),
    tag: (tag: Named, page = 1) => pageAt(join('tags', tag.id, listSlug(tag.name, tag.id)) + suffix(page)),
    allTags: (genre: { readonly id: number }, page = 1) => pageAt(join('all-tags', genre.id) + suffix(page)),
    category: (name: string, subName: string | null = null, page = 1) => {
      const names = subName === null ? [name] : [name, subName];
      return pageAt(join('category', ...names.map(categorySlug)) + suffix(page));
    },
    hotnovels: () => pageAt('/hotnovels'),
    letter: (letter: string, page = 1) => pageAt(join('hotnovels', letter, page)),
    keywords: (page = 1) => pageAt(page > 1 ? join('keywords', page) : '/keywords'),
    keyword: (keyword: Named, page = 1) => pageAt(join('keywords', keywordSlug(keyword), page)),
    ranking: (type: string, id: number, page = 1) => pageAt(join('ranking', type, id, page)),
    /** Redirects to the default ranking. */
    rankingEntry: () => pageAt('/ranking'),
    section: (section: Named, page = 1) =>
      pageAt(join('secPage', section.id, listSlug(section.name, section.id)) + suffix(page)),
    login: () => pageAt('/login'),
    history: () => pageAt('/history'),
    /**
     * All notebooks, or the notebook of one book, or one of its marks. The browser reads the fragment
     * (notebook-fragment.ts).
     */
    notebook: (bookId?: number, markId?: string) => pageAt('/notebook') + notebookFragment(bookId, markId),
    myinfo: (child?: AccountPage) => pageAt(child ? join('myinfo', child) : '/myinfo'),
    brandPage: (slug: string) => pageAt(join('pages', slug)),
    ads: () => pageAt('/ads'),
    translator: () => pageAt('/becomeOurTranslator'),
    /** Shows all components in all states. Only on development hosts. */
    design: () => pageAt('/design'),
    /** Shown by the service worker when a page needs a connection. */
    offline: () => pageAt('/offline'),
    notFound: () => pageAt('/404'),
    badRequest: () => pageAt('/400'),
    serverError: () => pageAt('/500'),
    novel: (book: BookLike) => pageAt(join('novel', ...bookSegments(book))),
    activeNovel: (book: BookLike) => pageAt(join('active-novel', ...bookSegments(book))),
    author: (author: Named, page = 1) =>
      pageAt(join('author', author.id, listSlug(author.name, author.id)) + suffix(page)),
    reader: (bookId: number, chapterId: number) => pageAt(join('book-reader', bookId, chapterId)),
    /**
     * The reader without a chapter. Redirects to the chapter read last, or to the first readable chapter. Scripts append
     * ids to the path without a book, so it never ends with a slash.
     */
    readerEntry: (bookId?: number) => (bookId === undefined ? at('/book-reader') : pageAt(join('book-reader', bookId))),
    /** Path prefixes of the hybrid kinds. */
    bookPages: () => [at('/novel/'), at('/book-reader/')],
    /** Feed URLs without the extension, which is `.` and one of FEED_FORMATS. */
    feed: (name: 'new' | 'updated' | 'catalog') => at(join('feeds', name)),
    rankingFeed: (type: string, id: number) => at(join('feeds', 'ranking', type, id)),
    authorFeed: (authorId: number) => at(join('feeds', 'author', authorId)),
    /** Feed of a book's chapters. */
    bookFeed: (bookId: number) => at(join('feeds', 'book', bookId)),
    /**
     * The preview image for a link to these books.
     * @param look hash of what the image shows (src/brand/share-address.ts)
     */
    sharePicture: (bookIds: readonly number[], look: string) => at(join('share', `${bookIds.join('-')}.${look}.jpg`)),
    search: () => pageAt('/search'),
    /** The results for a word, or the search page itself if the word contains nothing searchable. */
    searchResult: (word: string) => at(IS_STATIC_SITE ? searchedByQuery(word) : searched('search', word)),
    /** The page with all results or, without a word, the page shown before a search. */
    searchMore: (word = '') => at(searched('search-more', word)),
    help: (bookId: number, activeId: number) => pageAt(join('invited-to-help', bookId, activeId)),
  };
}
export type Paths = ReturnType<typeof createPaths>;

const bookSegments = (book: BookLike) => [book.id, slug(book.category.name, 'other'), slug(book.title, book.id)];

/** A keyword that consists only of digits would look like a page number of `/keywords`, so its id is appended. */
export const keywordSlug = memoize((keyword: Named): string => {
  const name = slug(keyword.name, keyword.id);
  return /^\d+$/.test(name) ? `${name}-${keyword.id}` : name;
});

/** A name as the last segment of a listing's path. `page-N` is reserved for the listing's pages. */
export function listSlug(name: string, fallback: string | number): string {
  const text = slug(name, fallback);
  return /^page-\d+$/.test(text) ? `${text}-` : text;
}

export const categorySlug = (name: string) => listSlug(name, 'other');

const WORD_LENGTH = 200;

/**
 * Makes a search word safe for a path: removes slashes, control characters and unpaired surrogates. Returns '' for `.`
 * and `..`.
 */
export function searchWord(text: string): string {
  const word = text
    .slice(0, WORD_LENGTH)
    .replaceAll(/[/\\\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  return /^\.{1,2}$/.test(word) ? '' : word;
}

function searched(head: string, text: string): string {
  const word = searchWord(text);
  return word === '' ? `/${head}` : join(head, 'result', word);
}

/** A static site has one search page, which reads the word in the browser. */
function searchedByQuery(text: string): string {
  const word = searchWord(text);
  return word === '' ? '/search/' : `/search/?q=${encodeURIComponent(word)}`;
}
