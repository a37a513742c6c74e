import type { RouteKind } from '#src/routes/paths.ts';

/** Addresses by which docs/use/contract.md names the kinds of pages. */
export const PAGES: Readonly<Record<RouteKind, string>> = {
  home: '/',
  genres: '/genres',
  genre: '/genres/{subid}',
  tags: '/tags',
  tag: '/tags/{subid}',
  allTags: '/all-tags/{subid}',
  category: '/category/{name}',
  hotnovels: '/hotnovels',
  letter: '/hotnovels/{letter}',
  keywords: '/keywords',
  keyword: '/keywords/{name}',
  ranking: '/ranking',
  section: '/secPage/{subid}',
  login: '/login',
  history: '/history',
  notebook: '/notebook',
  myinfo: '/myinfo',
  ads: '/ads',
  translator: '/becomeOurTranslator',
  lastRead: '/book-reader',
  offline: '/offline',
  notFound: '/404',
  badRequest: '/400',
  serverError: '/500',
  novel: '/novel',
  activeNovel: '/active-novel',
  author: '/author',
  reader: '/book-reader/{bookid}',
  authorFeed: '/feeds/author/{id}',
  bookFeed: '/feeds/book/{id}',
  sharePicture: '/share/{bookid}',
  search: '/search',
  searchMore: '/search-more',
  help: '/invited-to-help',
  token: '/{token}',
  design: '/design',
};

/** @throws Error for a kind of page that does not exist */
export function addressOf(kind: string): string {
  const address = Object.entries(PAGES).find(([known]) => known === kind)?.[1];
  if (address === undefined)
    throw new Error(`There is no kind of page "${kind}". Kinds: ${Object.keys(PAGES).join(', ')}`);
  return address;
}
