import { FILTER_NAMES } from './filters.ts';
import { ACCOUNT_PAGES, type Paths } from './paths.ts';

/** One kind of page. Everything that depends on a page's kind is derived from its row. */
export interface PageKind {
  /** Name used in docs/develop/routes.md. */
  readonly page: string;
  /** Canonical path for docs, such as `/genres/{id}/{name}`. Its first segment selects the parser (parse.ts). */
  readonly address: string;
  /** Other paths that redirect to the canonical path, in Markdown. */
  readonly also?: string;
  /**
   * - `prerendered`: served only from the live release
   * - `on-demand`: rendered when a visitor requests it
   * - `hybrid`: pages that the brand configures are prerendered, and further pages are rendered on demand
   */
  readonly rendering: 'prerendered' | 'on-demand' | 'hybrid';
  /** Query parameters that select a different page. With one of them, a prerendered page is rendered on demand. */
  readonly query?: readonly string[];
  /** A check in addition to the checks that run for every path (guards.ts). */
  readonly guard?: 'signIn';
  /** Children (`params.child`) for which `guard` does not run. */
  readonly openChildren?: readonly string[];
  /** Part of the name of the kind's sitemaps. A kind without a sitemap is not indexed. */
  readonly sitemap?: string;
  /**
   * What the publish guard expects from a release (docs/operate/publish-guard.md):
   *
   * - `required`: the page exists in every language
   * - `fixed`: no page disappears, whatever the content is
   * - `editorial`: pages come and go with the lists that editors maintain
   */
  readonly release?: 'required' | 'fixed' | 'editorial';
  /**
   * Regular expression for the decoded paths, without language and leading slash, of pages that the proxy may cache.
   * Must not use lookahead (RE2).
   */
  readonly cached?: string;
  /** The page that the language switch links to; default: the home page. */
  readonly counterpart?: (paths: Paths, params: Readonly<Record<string, string>>) => string;
}

const BOOK = String.raw`\d+/[^/]+/[^/]+`;
const NAMED_LIST = String.raw`\d+/[^/]+(?:/page-\d+)?`;

/**
 * All kinds of pages (docs/product.md, "Screens and addresses"), in the order of the page tables in
 * docs/develop/routes.md.
 */
const TABLE = {
  home: { page: 'home', address: '/', rendering: 'prerendered', sitemap: 'site', release: 'required' },
  genres: {
    page: 'genres',
    address: '/genres',
    also: '`/category`',
    rendering: 'prerendered',
    sitemap: 'site',
    release: 'required',
    counterpart: (paths) => paths.genres(),
  },
  genre: {
    page: 'genre',
    address: '/genres/{id}/{name}',
    also: '`/genres/{id}`, any other name',
    rendering: 'prerendered',
    query: FILTER_NAMES,
    sitemap: 'genres',
    cached: `genres/${NAMED_LIST}`,
    counterpart: (paths) => paths.genres(),
  },
  tags: {
    page: 'tags',
    address: '/tags',
    rendering: 'prerendered',
    sitemap: 'site',
    release: 'required',
    counterpart: (paths) => paths.tags(),
  },
  tag: {
    page: 'tag',
    address: '/tags/{id}/{name}',
    also: '`/tags/{id}`, any other name',
    rendering: 'prerendered',
    query: FILTER_NAMES,
    sitemap: 'tags',
    cached: `tags/${NAMED_LIST}`,
    counterpart: (paths) => paths.tags(),
  },
  allTags: {
    page: 'all tags of a genre',
    address: '/all-tags/{genre id}',
    also: '`/all-tags/{genre id}/{anything}`',
    rendering: 'prerendered',
    counterpart: (paths) => paths.tags(),
  },
  category: {
    page: 'category, or a part of one',
    address: '/category/{name}/{part?}',
    also: '`/category/{part}`, `/category/{part}/{title}`, `/category/{name}/{part}/{title}`',
    rendering: 'prerendered',
    query: FILTER_NAMES,
    sitemap: 'categories',
    cached: 'category/.+',
    counterpart: (paths) => paths.genres(),
  },
  hotnovels: {
    page: 'hot novels',
    address: '/hotnovels',
    rendering: 'prerendered',
    sitemap: 'site',
    release: 'required',
    counterpart: (paths) => paths.hotnovels(),
  },
  letter: {
    page: 'letter',
    address: '/hotnovels/{letter}/{page}',
    also: '`/hotnovels/{letter}`, lower-case letters; `0` stands for `#`',
    rendering: 'prerendered',
    sitemap: 'letters',
    counterpart: (paths) => paths.hotnovels(),
  },
  keywords: {
    page: 'keywords',
    address: '/keywords/{page?}',
    also: '`/keywords/1`; the first page has no number',
    rendering: 'prerendered',
    sitemap: 'site',
    release: 'required',
    counterpart: (paths) => paths.keywords(),
  },
  keyword: {
    page: 'keyword',
    address: '/keywords/{name}/{page}',
    also: '`/keywords/{name}`',
    rendering: 'prerendered',
    sitemap: 'keywords',
    counterpart: (paths) => paths.keywords(),
  },
  ranking: {
    page: 'ranking',
    address: '/ranking/{type}/{id}/{page}',
    also: '`/ranking` and `/ranking/{page}` (the default ranking), `/ranking/{type}` and `/ranking/{type}/{page}` (the default of the type)',
    rendering: 'prerendered',
    sitemap: 'rankings',
    release: 'editorial',
    counterpart: (paths) => paths.rankingEntry(),
  },
  section: {
    page: 'shelf of the home page (not the call parameter `section`, which selects the content of a language)',
    address: '/secPage/{id}/{name}',
    also: '`/secPage/{id}`, `/secPage/{name}`',
    rendering: 'prerendered',
    sitemap: 'sections',
    release: 'editorial',
  },
  login: {
    page: 'sign-in, if the upstream has accounts ([accounts.md](accounts.md))',
    address: '/login',
    also: 'the browser reads `?to=`, `?reset=` and what an OpenID provider adds',
    rendering: 'prerendered',
    release: 'fixed',
    counterpart: (paths) => paths.login(),
  },
  history: {
    page: 'history',
    address: '/history',
    rendering: 'prerendered',
    release: 'fixed',
    counterpart: (paths) => paths.history(),
  },
  notebook: {
    page: 'notebooks',
    address: '/notebook',
    also: 'the browser reads `#book={id}` and `&mark={id}`',
    rendering: 'prerendered',
    release: 'fixed',
    counterpart: (paths) => paths.notebook(),
  },
  myinfo: {
    page: 'account; if the upstream has no accounts, only its first page and the two texts exist',
    address: '/myinfo/{child?}',
    also: 'children: `myLocked`, `privacyPolicy`, `rechargeList`, `teams_of_services`, `voucherHistory`',
    rendering: 'prerendered',
    guard: 'signIn',
    openChildren: ['privacyPolicy', 'teams_of_services'],
    release: 'fixed',
    counterpart: (paths, { child }) => paths.myinfo(ACCOUNT_PAGES.find((page) => page === child)),
  },
  ads: {
    page: 'campaign',
    address: '/ads',
    rendering: 'prerendered',
    release: 'fixed',
    counterpart: (paths) => paths.ads(),
  },
  translator: {
    page: 'recruitment of translators',
    address: '/becomeOurTranslator',
    rendering: 'prerendered',
    sitemap: 'site',
    release: 'fixed',
    counterpart: (paths) => paths.translator(),
  },
  brandPage: {
    page: 'page that the brand has written, such as "About us" ([brands.md](../use/brands.md#pages))',
    address: '/pages/{slug}',
    rendering: 'prerendered',
    sitemap: 'site',
    release: 'editorial',
  },
  lastRead: {
    page: 'reader without a book',
    address: '/book-reader',
    rendering: 'prerendered',
    release: 'fixed',
    counterpart: (paths) => paths.readerEntry(),
  },
  offline: {
    page: 'no connection; the service worker shows it instead of a page that cannot be loaded ([offline.md](offline.md))',
    address: '/offline',
    rendering: 'prerendered',
    release: 'required',
  },
  notFound: { page: 'error 404', address: '/404', rendering: 'prerendered', release: 'required' },
  badRequest: { page: 'error 400', address: '/400', rendering: 'prerendered', release: 'required' },
  serverError: { page: 'error 500', address: '/500', rendering: 'prerendered', release: 'required' },
  novel: {
    page: 'novel',
    address: '/novel/{id}/{category}/{name}',
    also: '`/novel/{id}`, `/novel/{id}/{name}`, `/novel/{name}`, `/novel/{category}/{name}`, any other slug',
    rendering: 'hybrid',
    query: ['chapters', 'chapter'],
    sitemap: 'novels',
    cached: `novel/${BOOK}`,
  },
  activeNovel: {
    page: 'novel of a help event; its canonical link is the novel',
    address: '/active-novel/{id}/{category}/{name}',
    also: 'the forms of `/novel`',
    rendering: 'on-demand',
    query: ['chapters', 'chapter'],
    cached: `active-novel/${BOOK}`,
  },
  author: {
    page: 'author',
    address: '/author/{id}/{name}',
    also: '`/author/{id}`, any other name',
    rendering: 'on-demand',
    sitemap: 'authors',
    cached: `author/${NAMED_LIST}`,
  },
  reader: {
    page: 'chapter',
    address: '/book-reader/{book id}/{chapter id}',
    also: '`/book-reader/{book id}`: 302 to its first readable chapter',
    rendering: 'hybrid',
    sitemap: 'chapters',
    cached: String.raw`book-reader/\d+/\d+`,
  },
  authorFeed: {
    page: 'feed of an author ([feeds.md](../use/feeds.md))',
    address: '/feeds/author/{id}.{format}',
    rendering: 'on-demand',
    cached: String.raw`feeds/author/\d+\.(?:rss|atom|opds2?)`,
  },
  bookFeed: {
    page: 'feed of a book',
    address: '/feeds/book/{book id}.{format}',
    rendering: 'on-demand',
    cached: String.raw`feeds/book/\d+\.(?:rss|atom)`,
  },
  sharePicture: {
    page: 'share picture ([search-engines.md](../operate/search-engines.md#share-pictures))',
    address: '/share/{book ids}.{look}.jpg',
    rendering: 'on-demand',
    cached: String.raw`share/[\d-]+\.[0-9a-f]{10}\.jpg`,
  },
  search: {
    page: 'search, and its results',
    address: '/search/result/{word}',
    also: '`/search` and `/search/result` without a word; `/search/{word}`, `/search/{anything}/{word}`; `/search?q={word}` (302)',
    rendering: 'on-demand',
    query: ['q', 'section', 'status', 'length'],
    cached: 'search(?:/result/[^/]+)?',
    counterpart: (paths, { word = '' }) => paths.searchResult(word),
  },
  searchMore: {
    page: 'all results of a group',
    address: '/search-more/result/{word}',
    also: '`/search-more` and `/search-more/result` without a word; `/search-more/{word}`; `/search-more?q={word}` (302)',
    rendering: 'on-demand',
    query: ['q', 'section', 'group', 'page', 'status', 'length'],
    cached: 'search-more/result/[^/]+',
    counterpart: (paths, { word = '' }) => paths.searchMore(word),
  },
  help: {
    page: 'help event',
    address: '/invited-to-help/{book id}/{event id}',
    also: '`/invited-to-help/{event id}`',
    rendering: 'on-demand',
  },
  token: {
    page: 'shared link: 302 to its book or help event',
    address: '/{token}',
    rendering: 'on-demand',
  },
  design: {
    page: 'design system, on development hosts only ([design.md](design.md))',
    address: '/design',
    rendering: 'on-demand',
  },
} as const satisfies Readonly<Record<string, PageKind>>;

export type RouteKind = keyof typeof TABLE;

/** Kinds whose address has no parameters. */
export type FixedKind = {
  [K in RouteKind]: (typeof TABLE)[K]['address'] extends `${string}{${string}` ? never : K;
}[RouteKind];

/** Kinds with a single page, without parameters, that every release has. */
export type RequiredKind = {
  [K in RouteKind]: (typeof TABLE)[K] extends { release: 'required' } ? K : never;
}[RouteKind];

/** The rows by kind, each with all columns. */
export const PAGE_KINDS: Readonly<Record<RouteKind, PageKind>> = TABLE;

export const KINDS = Object.keys(TABLE) as readonly RouteKind[];

export const isFixed = (kind: RouteKind): kind is FixedKind => !PAGE_KINDS[kind].address.includes('{');

/** The kinds whose row passes a test, in the order of the table. */
export const kindsWhere = (test: (row: PageKind) => boolean): RouteKind[] =>
  KINDS.filter((kind) => test(PAGE_KINDS[kind]));

/**
 * Kinds without a builder of the same name in `createPaths`. TypeScript rejects the line below if any other kind has no
 * builder.
 */
type WithoutBuilder = Exclude<RouteKind, keyof Paths>;
type Exceptions = 'lastRead' | 'token';
const _everyKindHasABuilder: [WithoutBuilder] extends [Exceptions] ? true : WithoutBuilder = true;
void _everyKindHasABuilder;
