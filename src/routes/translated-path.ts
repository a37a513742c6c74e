import type { LocaleCode } from '#src/contract/locales.ts';
import type { Match } from './parse.ts';
import { ACCOUNT_PAGES, createPaths, type Paths, type RouteKind } from './paths.ts';

type PathBuilder = (paths: Paths, params: Match['params']) => string;

/**
 * The counterpart of a page in another language, by kind: the page itself, or the index page above it. Books, authors and
 * shelves exist in one language only; their counterpart is the home page.
 */
const COUNTERPARTS: Readonly<Partial<Record<RouteKind, PathBuilder>>> = {
  genres: (paths) => paths.genres(),
  genre: (paths) => paths.genres(),
  category: (paths) => paths.genres(),
  tags: (paths) => paths.tags(),
  tag: (paths) => paths.tags(),
  allTags: (paths) => paths.tags(),
  hotnovels: (paths) => paths.hotnovels(),
  letter: (paths) => paths.hotnovels(),
  keywords: (paths) => paths.keywords(),
  keyword: (paths) => paths.keywords(),
  ranking: (paths) => paths.rankingEntry(),
  search: (paths, { word = '' }) => paths.searchResult(word),
  searchMore: (paths, { word = '' }) => paths.searchMore(word),
  login: (paths) => paths.login(),
  history: (paths) => paths.history(),
  notebook: (paths) => paths.notebook(),
  myinfo: (paths, { child }) => paths.myinfo(ACCOUNT_PAGES.find((page) => page === child)),
  ads: (paths) => paths.ads(),
  translator: (paths) => paths.translator(),
  lastRead: (paths) => paths.readerEntry(),
};

/** The path that the language switch links to: the same page in another language, else the closest one. */
export function pathInLanguage(code: LocaleCode, match: Pick<Match, 'kind' | 'params'> | undefined): string {
  const paths = createPaths(code);
  const build = match && COUNTERPARTS[match.kind];
  return build ? build(paths, match.params) : paths.home();
}
