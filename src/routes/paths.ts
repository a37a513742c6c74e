import { type LocaleCode, localePrefix } from '#src/contract/locales.ts';
import { memoize } from '#src/lib/memoize.ts';
import { slug } from '#src/lib/slug.ts';
import { notebookFragment } from './notebook-fragment.ts';

/**
 * Every kind of page and how it is rendered (product 2; docs/develop/routes.md). parse.ts reads addresses, this file builds them.
 *
 * - `prerendered`: served from the live release only
 * - `on-demand`: rendered when a visitor requests it
 * - `hybrid`: some pages are prerendered, as the brand configures; the others are rendered on demand
 */
export const ROUTES = {
  home: 'prerendered',
  genres: 'prerendered',
  genre: 'prerendered',
  tags: 'prerendered',
  tag: 'prerendered',
  allTags: 'prerendered',
  category: 'prerendered',
  hotnovels: 'prerendered',
  letter: 'prerendered',
  keywords: 'prerendered',
  keyword: 'prerendered',
  ranking: 'prerendered',
  section: 'prerendered',
  login: 'prerendered',
  history: 'prerendered',
  notebook: 'prerendered',
  myinfo: 'prerendered',
  ads: 'prerendered',
  translator: 'prerendered',
  lastRead: 'prerendered',
  offline: 'prerendered',
  notFound: 'prerendered',
  badRequest: 'prerendered',
  serverError: 'prerendered',
  novel: 'hybrid',
  activeNovel: 'on-demand',
  author: 'on-demand',
  reader: 'hybrid',
  authorFeed: 'on-demand',
  bookFeed: 'on-demand',
  sharePicture: 'on-demand',
  search: 'on-demand',
  searchMore: 'on-demand',
  help: 'on-demand',
  token: 'on-demand',
  design: 'on-demand',
} as const satisfies Record<string, 'prerendered' | 'on-demand' | 'hybrid'>;

export type RouteKind = keyof typeof ROUTES;

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
export const isFeedFormat = (text: string): text is FeedFormat => FEED_FORMATS.some((format) => format === text);

const join = (...segments: (string | number)[]) =>
  segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
const suffix = (page: number) => (page > 1 ? `/page-${page}` : '');

/** Builds the canonical paths of one locale. The default locale has no prefix (`prefix_except_default`). */
export function createPaths(locale: LocaleCode) {
  const prefix = localePrefix(locale);
  const at = (path: string) => prefix + path;
  return {
    home: () => prefix || '/',
    genres: () => at('/genres'),
    genre: (genre: Named, page = 1) => at(join('genres', genre.id, listSlug(genre.name, genre.id)) + suffix(page)),
    tags: () => at('/tags'),
    tag: (tag: Named, page = 1) => at(join('tags', tag.id, listSlug(tag.name, tag.id)) + suffix(page)),
    allTags: (genre: { readonly id: number }, page = 1) => at(join('all-tags', genre.id) + suffix(page)),
    category: (name: string, subName: string | null = null, page = 1) => {
      const names = subName === null ? [name] : [name, subName];
      return at(join('category', ...names.map(categorySlug)) + suffix(page));
    },
    hotnovels: () => at('/hotnovels'),
    letter: (letter: string, page = 1) => at(join('hotnovels', letter, page)),
    keywords: (page = 1) => at(page > 1 ? join('keywords', page) : '/keywords'),
    keyword: (keyword: Named, page = 1) => at(join('keywords', keywordSlug(keyword), page)),
    ranking: (type: string, id: number, page = 1) => at(join('ranking', type, id, page)),
    /** Redirects to the default ranking. */
    rankingEntry: () => at('/ranking'),
    section: (section: Named, page = 1) =>
      at(join('secPage', section.id, listSlug(section.name, section.id)) + suffix(page)),
    login: () => at('/login'),
    history: () => at('/history'),
    /** The notebooks of all books, or that of one, at one of its marks. The browser reads the fragment (notebook-fragment.ts). */
    notebook: (bookId?: number, markId?: string) => at(`/notebook${notebookFragment(bookId, markId)}`),
    myinfo: (child?: AccountPage) => at(child ? join('myinfo', child) : '/myinfo'),
    ads: () => at('/ads'),
    translator: () => at('/becomeOurTranslator'),
    /** All components in all states. Only on development hosts. */
    design: () => at('/design'),
    /** Shown by the service worker when a page needs a connection. */
    offline: () => at('/offline'),
    notFound: () => at('/404'),
    badRequest: () => at('/400'),
    serverError: () => at('/500'),
    novel: (book: BookLike) => at(join('novel', ...bookSegments(book))),
    activeNovel: (book: BookLike) => at(join('active-novel', ...bookSegments(book))),
    author: (author: Named, page = 1) => at(join('author', author.id, listSlug(author.name, author.id)) + suffix(page)),
    reader: (bookId: number, chapterId: number) => at(join('book-reader', bookId, chapterId)),
    /** The reader without a chapter: redirects to the chapter read last, or to the first readable one. */
    readerEntry: (bookId?: number) => at(bookId === undefined ? '/book-reader' : join('book-reader', bookId)),
    /** Path prefixes of the hybrid kinds. */
    bookPages: () => [at('/novel/'), at('/book-reader/')],
    /** Addresses of feeds without their extension: `.` and one of FEED_FORMATS follow. */
    feed: (name: 'new' | 'updated' | 'catalog') => at(join('feeds', name)),
    rankingFeed: (type: string, id: number) => at(join('feeds', 'ranking', type, id)),
    authorFeed: (authorId: number) => at(join('feeds', 'author', authorId)),
    /** The chapters of a book. */
    bookFeed: (bookId: number) => at(join('feeds', 'book', bookId)),
    /** The picture of a link to these books. @param look hash of what it shows (src/brand/share-address.ts) */
    sharePicture: (bookIds: readonly number[], look: string) => at(join('share', `${bookIds.join('-')}.${look}.jpg`)),
    search: () => at('/search'),
    /** The plain search page where nothing of the word can be searched. */
    searchResult: (word: string) => at(searched('search', word)),
    /** The page of all results; before a search where there is no word. */
    searchMore: (word = '') => at(searched('search-more', word)),
    help: (bookId: number, activeId: number) => at(join('invited-to-help', bookId, activeId)),
  };
}
export type Paths = ReturnType<typeof createPaths>;

const bookSegments = (book: BookLike) => [book.id, slug(book.category.name, 'other'), slug(book.title, book.id)];

/** A keyword of digits alone would read as a page number of `/keywords`, so its id is appended. */
export const keywordSlug = memoize((keyword: Named): string => {
  const name = slug(keyword.name, keyword.id);
  return /^\d+$/.test(name) ? `${name}-${keyword.id}` : name;
});

/** A name as the last segment of a listing's path. `page-N` is reserved for its pages. */
export function listSlug(name: string, fallback: string | number): string {
  const text = slug(name, fallback);
  return /^page-\d+$/.test(text) ? `${text}-` : text;
}

export const categorySlug = (name: string) => listSlug(name, 'other');

const WORD_LENGTH = 200;

/** A search word that is safe in a path: without slashes, control characters and unpaired surrogates, and not only dots. */
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
