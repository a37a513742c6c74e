import { hostName } from '#src/brand/hosts.ts';
import type { Brand } from '#src/brand/registry.ts';
import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import { isDevelopmentHost } from '#src/lib/private-address.ts';
import { escapeHtml } from '#src/lib/text.ts';
import type { Release } from '#src/publish/release/index.ts';
import { ERROR_PAGES } from '#src/publish/release/types.ts';
import { GUARDS, type GuardName, type GuardTable, guardsOf, isGuardName } from '#src/routes/guards.ts';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { type Match, normalisePath, parsePath, pathInItsCase } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import { otherQuery, pageQuery } from '#src/routes/queries.ts';
import { parseDictionaryPath } from '../files/dictionaries.ts';
import { isAssetPath } from '../files/file-store.ts';
import { SERVICE_WORKER_PATH } from '../files/service-worker.ts';
import type { Takedown } from '../files/taken-down.ts';
import { isFromOwnSite } from '../http/own-site.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { canonicalPath } from './canonical.ts';
import type {
  ApiError,
  Decision,
  ErrorPage,
  Headers,
  NotRendered,
  PageToRender,
  PlainPage,
  Redirect,
  Refusal,
  UnknownGuard,
} from './decision.ts';
import { chooseLanguage, dependsOnLanguage, dependsOnSection, LANGUAGE_HEADERS, sectionOfSearch } from './language.ts';
import { ownPost } from './own-posts.ts';

/** Look-ups in the live release. */
export type ReleaseIndex = Pick<Release, 'page' | 'alias' | 'hasAsset'>;

/** Everything a decision depends on besides the request. */
export interface Facts {
  /** The brand of the host; undefined if the host belongs to no brand. */
  readonly brand: Pick<Brand, 'id' | 'apiPrefix' | 'locales' | 'hosts' | 'vitals' | 'clientErrors'> | undefined;
  /** Whether the host belongs to a brand that currently cannot be served. */
  readonly isUnavailable?: boolean;
  /** The brand's live release. */
  readonly release: ReleaseIndex | undefined;
  /** API prefixes of all brands. */
  readonly apiPrefixes: ReadonlySet<string>;
  readonly guards: GuardTable | undefined;
  /** Browser files of the running code, which may be newer than the release. */
  readonly hasRuntimeFile: (path: string) => boolean;
  readonly hasServiceWorker: boolean;
  /** Status and reason of a book that was taken down. */
  readonly takenDown?: ((book: number) => Takedown | undefined) | undefined;
  /** Returns the new path for a URL of the site's previous platform; undefined if there is none. */
  readonly newAddress?: ((address: string) => string | undefined) | undefined;
}

/**
 * Maximum length of path and query, in characters. A search word or slug has at most 200 bytes, which percent-encoding
 * can triple.
 */
const MAX_URL_LENGTH = 4096;

/** Decides the response to a request. docs/develop/requests.md describes the order of the checks. */
export function decide(request: ParsedRequest, facts: Facts): Decision {
  const { path, search } = request;
  if (path.length + search.length > MAX_URL_LENGTH) return refusal(414, 'The address is too long.');
  // TRACE is refused, because an upstream might return headers that a proxy has added to the request.
  if (request.method === 'TRACE') return refusal(405, 'TRACE is not supported.', { Allow: 'GET, HEAD, POST' });
  if (path === '/healthz') return { kind: 'health' };
  if (path === '/readyz') return { kind: 'readiness' };
  const { brand } = facts;
  const match = parsePath(path, brand?.locales ?? []);
  if (!brand) return facts.isUnavailable ? NOT_AVAILABLE : (decideGuards(request, match, facts) ?? UNKNOWN_HOST);
  const prefix = firstSegment(path);
  if (prefix === brand.apiPrefix) return isFromOwnSite(request, brand) ? { kind: 'proxy' } : FROM_ELSEWHERE;
  if (facts.apiPrefixes.has(prefix)) return NO_SUCH_CALL;
  if (!isReadMethod(request))
    return decidePost(request, brand) ?? refusal(405, 'Pages only support GET and HEAD.', { Allow: 'GET, HEAD' });
  return (
    redirectToFirstHost(request, match, brand) ??
    redirectOldAddress(request, match, facts) ??
    decideGuards(request, match, facts) ??
    decideContentOrMove(request, match, facts)
  );
}

/** Redirects to the brand's first host, because a page has only one URL. API calls work on all hosts. */
function redirectToFirstHost(
  { host, path, search }: ParsedRequest,
  match: Match | undefined,
  { hosts }: Pick<Brand, 'hosts'>,
): Redirect | undefined {
  const [first] = hosts;
  const name = hostName(host) ?? '';
  if (first === undefined || name === first || !hosts.includes(name) || isDevelopmentHost(name)) return undefined;
  const location = `https://${first}${path}${search}`;
  // A shared link must not be cached by proxies.
  return match?.kind === 'token' ? redirect(302, location, TOKEN_HEADERS) : redirect(308, location);
}

/**
 * Redirects a URL of a former site, unless it is a route of this site. Some old URLs look like routes: `/?p=12`
 * (WordPress), a single segment (a shared link), and `/novel/the-raft` (a novel, but without an id).
 */
function redirectOldAddress(
  { path, search }: ParsedRequest,
  match: Match | undefined,
  facts: Facts,
): Redirect | undefined {
  const isOwnPage = isRoute(match) && (match?.kind !== 'novel' || match.params['id'] !== undefined);
  if (isOwnPage && (path !== '/' || search === '')) return undefined;
  const location = facts.release && facts.newAddress?.(path + search);
  return location === undefined ? undefined : redirect(308, location, REVALIDATED);
}

/**
 * Decides the response to a request for content. If the page does not exist, the URL may belong to a former site and
 * only look like a page of this site.
 */
function decideContentOrMove(request: ParsedRequest, match: Match | undefined, facts: Facts): Decision {
  const decision = decideContent(request, match, facts);
  const isMissing = 'status' in decision && decision.status === 404;
  const location = isMissing ? facts.newAddress?.(request.path) : undefined;
  return location === undefined ? decision : redirect(308, location, REVALIDATED);
}

/** Handles posts to the site itself. Rejects cross-site form posts. */
function decidePost(request: ParsedRequest, brand: NonNullable<Facts['brand']>): Decision | undefined {
  const post = ownPost(request, brand);
  if (post?.kind !== 'form' || isFromOwnSite(request, brand)) return post;
  return refusal(403, 'Forms must be sent from a page of this site. Please open the page with the form and try again.');
}

const isReadMethod = ({ method }: ParsedRequest) => method === 'GET' || method === 'HEAD';

/** Returns the first segment including its slashes. */
const firstSegment = (path: string) => path.slice(0, Math.max(path.indexOf('/', 1), 0));

/** Runs the route's guards in the order of the table until one of them stops the request. */
function decideGuards(request: ParsedRequest, match: Match | undefined, facts: Facts): Decision | undefined {
  for (const name of guardsOf(match, facts.guards)) {
    const decision = isGuardName(name) ? decideGuard(name, request, match, facts) : unknownGuard(name);
    if (decision) return decision;
  }
  return undefined;
}

function decideGuard(
  name: GuardName,
  request: ParsedRequest,
  match: Match | undefined,
  facts: Facts,
): Decision | undefined {
  // Guards for the browser are part of the page (src/shell/layout/sign-in-guard.inline.ts).
  if (GUARDS[name] !== 'server') return undefined;
  if (name === 'host') return facts.brand ? undefined : UNKNOWN_HOST;
  return redirectToLanguage(request, match, facts);
}

/** Redirects from pages of a newly activated language, which has no pages until the next rebuild. */
function redirectToLanguage(request: ParsedRequest, match: Match | undefined, facts: Facts): Redirect | undefined {
  const { brand, release } = facts;
  if (!brand || !dependsOnLanguage(brand, match)) return undefined;
  const choice = chooseLanguage(request, brand.locales);
  if (!choice || choice.locale === DEFAULT_LOCALE) return undefined;
  const home = createPaths(choice.locale).home();
  if (!release?.page(home)) return undefined;
  const headers = { Vary: LANGUAGE_HEADERS };
  const { cookie } = choice;
  return redirect(302, home + request.search, cookie === undefined ? headers : { ...headers, 'Set-Cookie': cookie });
}

function decideContent(request: ParsedRequest, match: Match | undefined, facts: Facts): Decision {
  const { path, search } = request;
  const { release } = facts;
  if (!release) return NOT_OPEN;
  if (path === SERVICE_WORKER_PATH && facts.hasServiceWorker) return { kind: 'serviceWorker' };
  if (isAssetPath(path) && (release.hasAsset(path) || facts.hasRuntimeFile(path))) return { kind: 'asset' };
  const dictionary = parseDictionaryPath(path);
  if (dictionary) return { kind: 'dictionary', name: dictionary };
  const spelling = normalisePath(path);
  if (spelling === undefined) return errorPage(400, request, release);
  // A shared link must not be cached by proxies, so its redirect has the same headers as the link itself.
  if (spelling !== path && match?.kind === 'token') return redirect(302, spelling + search, TOKEN_HEADERS);
  if (spelling !== path) return redirect(308, spelling + search);
  const inCase = isRoute(match) ? undefined : pathInItsCase(path, facts.brand?.locales ?? []);
  if (inCase !== undefined) return redirect(308, inCase + search);
  if (!match || (match.kind === 'design' && !isForDevelopers(request))) return errorPage(404, request, release);
  const takenDown = booksOf(match)
    .map((id) => facts.takenDown?.(id))
    .find((takedown) => takedown !== undefined);
  if (takenDown) return errorPage(takenDown.status, request, release, takenDown.reason);
  if (PAGE_KINDS[match.kind].rendering === 'on-demand') return renderOnDemand(request, match, facts);
  return decideReleased(request, match, facts, release);
}

/** Ids of the books that a page, chapter, feed or picture is about. */
function booksOf({ kind, params }: Match): number[] {
  const names = {
    novel: 'id',
    activeNovel: 'id',
    reader: 'bookId',
    bookFeed: 'id',
    sharePicture: 'books',
    help: 'bookId',
  };
  const name = Object.hasOwn(names, kind) ? names[kind as keyof typeof names] : '';
  return (params[name] ?? '').split('-').filter(Boolean).map(Number);
}

/** Whether the path is a route other than a shared link, whose token may look like a route in different case. */
const isRoute = (match: Match | undefined) => match !== undefined && match.kind !== 'token';

function decideReleased(request: ParsedRequest, match: Match, { brand }: Facts, release: ReleaseIndex): Decision {
  const page = release.page(request.path);
  if (!page && PAGE_KINDS[match.kind].rendering === 'hybrid') return render(request, match);
  if (!page) {
    const canonical = canonicalPath(match, release);
    if (canonical === undefined) return errorPage(404, request, release);
    return redirect(308, canonical + request.search, REVALIDATED);
  }
  if (match.kind === 'badRequest') return errorPage(400, request, release);
  if (match.kind === 'serverError') return errorPage(500, request, release);
  // With a query, the URL refers to a different page.
  if (pageQuery(match, request.search) !== '') return render(request, match);
  return { kind: 'page', page, variesByLanguage: brand !== undefined && dependsOnLanguage(brand, match) };
}

const render = ({ path, search }: ParsedRequest, match: Match): PageToRender => ({
  kind: 'render',
  match,
  address: path + pageQuery(match, search),
  isCacheable: match.kind !== 'design',
  variesBySection: false,
});

/**
 * Redirects a search to the URL with the section that the visitor has chosen, because pages must not depend on cookies.
 */
function renderOnDemand(request: ParsedRequest, match: Match, { brand }: Facts): PageToRender | Redirect {
  if (!brand || !dependsOnSection(request, brand, match)) return render(request, match);
  const section = sectionOfSearch(request, brand, match);
  if (section === undefined) return { ...render(request, match), isCacheable: false, variesBySection: true };
  const query = `${request.search === '' ? '?' : `${request.search}&`}section=${section}`;
  return redirect(302, request.path + query, { Vary: 'Cookie' });
}

const isForDevelopers = ({ host }: ParsedRequest) => isDevelopmentHost(hostName(host) ?? '');

/** Decides the response to a request whose page could not be rendered. */
export function decideNotRendered(
  result: NotRendered,
  request: ParsedRequest,
  match: Match,
  release: ReleaseIndex,
): Redirect | ErrorPage | PlainPage {
  if (result.kind === 'error') return errorPage(result.status, request, release);
  const headers = match.kind === 'token' ? TOKEN_HEADERS : result.status === 308 ? REVALIDATED : {};
  return redirect(result.status, withQuery(result, request, match), headers);
}

/**
 * Adds the query of the request to a redirect. A redirect to another spelling of the path keeps the whole query. A
 * redirect to another page keeps only parameters that the requested page does not read, such as campaign parameters.
 */
function withQuery(to: { status: number; location: string }, { search }: ParsedRequest, match: Match): string {
  const hasQuery = to.location.includes('?');
  const query = to.status === 308 && !hasQuery ? search : otherQuery(match, search);
  return query !== '' && hasQuery ? `${to.location}&${query.slice(1)}` : to.location + query;
}

/**
 * The release's error page in the language of the URL, or a plain page if the release does not have one.
 * @param reason the law or demand because of which the page was taken down, as plain text
 */
export function errorPage(
  status: number,
  { path }: Pick<ParsedRequest, 'path'>,
  release: Pick<ReleaseIndex, 'page'>,
  reason?: string,
): ErrorPage | PlainPage {
  const errorPath =
    status === 400 ? ERROR_PAGES.badRequest : status < 500 ? ERROR_PAGES.notFound : ERROR_PAGES.serverError;
  const segment = path.split('/')[1] ?? '';
  const localised = /^[a-z]{2}$/.test(segment) ? release.page(`/${segment}${errorPath}`) : undefined;
  const page = localised ?? release.page(errorPath);
  return page ? { kind: 'errorPage', status, page, ...(reason !== undefined && { reason }) } : cannotBeShown(status);
}

export const cannotBeShown = (status: number): PlainPage => {
  const headers: Headers = status === 503 ? { 'Retry-After': '5' } : {};
  return plainPage(status, 'This page cannot be shown', 'Please try again in a moment.', headers);
};

const redirect = (status: number, location: string, headers: Headers = {}): Redirect => ({
  kind: 'redirect',
  status,
  location,
  headers,
});

const refusal = (status: number, text: string, headers: Headers = {}): Refusal => ({
  kind: 'refusal',
  status,
  text,
  headers,
});

const plainPage = (status: number, title: string, text: string, headers: Headers = {}): PlainPage => ({
  kind: 'plainPage',
  status,
  title,
  text,
  headers,
});

const unknownGuard = (name: string): UnknownGuard => ({
  kind: 'unknownGuard',
  name,
  page: plainPage(500, `Unknown middleware ${escapeHtml(name)}`, 'This page cannot be shown.'),
});

const UNKNOWN_HOST = plainPage(421, 'No site here', 'There is no site at this address.');
const NOT_OPEN = plainPage(503, 'Not open yet', 'This site is being prepared. Please come back in a few minutes.', {
  'Retry-After': '120',
});
const NOT_AVAILABLE = plainPage(503, 'Not available', 'This site is not available now. Please come back later.', {
  'Retry-After': '300',
});
const NO_SUCH_CALL: ApiError = {
  kind: 'apiError',
  status: 404,
  code: 'NOT_FOUND',
  message: 'There are no API calls at this address.',
};
const FROM_ELSEWHERE: ApiError = {
  kind: 'apiError',
  status: 403,
  code: 'FORBIDDEN',
  message: 'Only the site itself may make this call.',
};
/** Keeps shared links out of search engines and referrers. */
const TOKEN_HEADERS = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
/** Redirects from a former name may change with each release, and cached ones could form a loop. */
const REVALIDATED = { 'Cache-Control': 'no-cache' };
