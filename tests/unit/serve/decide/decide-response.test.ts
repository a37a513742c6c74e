import { describe, expect, it } from 'vitest';
import type { LocaleCode } from '#src/contract/locales.ts';
import { REPORT_PATH } from '#src/lib/response-headers.ts';
import { parsePath } from '#src/routes/parse.ts';
import { FORM_PATHS } from '#src/routes/plain-forms.ts';
import {
  cannotBeShown,
  decide,
  decideNotRendered,
  type Facts,
  type ReleaseIndex,
} from '#src/serve/decide/decide-response.ts';
import type { Decision } from '#src/serve/decide/decision.ts';
import type { ParsedRequest } from '#src/serve/http/parse-request.ts';
import { FACTS } from '../../../helpers/release-pages.ts';
import { parsedRequest } from '../parsed-request.ts';

const PAGES = [
  '/',
  '/es',
  '/404',
  '/400',
  '/500',
  '/es/404',
  '/genres',
  '/genres/7/Romance',
  '/ranking/hot/3/1',
  '/novel/1/Fantasy/Known',
];
const ALIASES: Readonly<Record<string, string>> = {
  'genre:7': '/genres/7/Romance',
  genres: '/genres',
  'ranking:hot': '/ranking/hot/3/1',
};

const release: ReleaseIndex = {
  page: (path) =>
    PAGES.includes(path)
      ? { path, file: '', hash: '', bytes: 0, modified: '', inputs: '', version: '', listing: '', ...FACTS }
      : undefined,
  alias: (identity) => ALIASES[identity],
  hasAsset: (path) => path === '/_astro/released.js',
};

const facts: Facts = {
  brand: { id: 'ash', hosts: ['ash.test', 'ash.example'], apiPrefix: '/ash_api', locales: ['en', 'es'] },
  release,
  apiPrefixes: new Set(['/ash_api', '/oak_api']),
  guards: undefined,
  hasRuntimeFile: (path) => path === '/_astro/newer.js',
  hasServiceWorker: true,
};

/** Describes a decision in a short string: its kind and what distinguishes it. */
function summary(decision: Decision): string {
  switch (decision.kind) {
    case 'redirect':
      return `${decision.status} ${decision.location}`;
    case 'page':
      return `page ${decision.page.path}`;
    case 'render':
      return `render ${decision.address}`;
    case 'errorPage':
      return `${decision.status} page ${decision.page.path}`;
    case 'refusal':
    case 'plainPage':
    case 'apiError':
      return `${decision.status} ${decision.kind}`;
    default:
      return decision.kind;
  }
}

const decided = (path: string, request: Partial<ParsedRequest> = {}, factsChange: Partial<Facts> = {}) => {
  const [pathname = '', query] = path.split('?');
  const search = query === undefined ? '' : `?${query}`;
  return decide({ ...parsedRequest(pathname), search, ...request }, { ...facts, ...factsChange });
};
const summaryOf = (...args: Parameters<typeof decided>) => summary(decided(...args));

describe('a search with a section cookie', () => {
  const cookie = (value: string) => ({ cookie: `hb_lang=es; section=${value}` });

  it.each([
    ['/search/result/sea', '9', '302 /search/result/sea?section=9'],
    ['/search?q=sea', '9', '302 /search?q=sea&section=9'],
    ['/search-more/result/sea', '9', '302 /search-more/result/sea?section=9'],
    ['/es/search/result/sea', '7', '302 /es/search/result/sea?section=7'],
    ['/search/result/sea?section=9', '9', 'render /search/result/sea?section=9'],
    ['/search/result/sea?section=7', '9', 'render /search/result/sea?section=7'],
    ['/es/search/result/sea', '9', 'render /es/search/result/sea'],
    ['/search/result/sea', '27', 'render /search/result/sea'],
    ['/search/result/sea', 'x', 'render /search/result/sea'],
    ['/novel/2/Fantasy/New', '9', 'render /novel/2/Fantasy/New'],
  ])('with the path %s and the section %s returns: %s', (path, section, expected) => {
    expect(summaryOf(path, cookie(section))).toBe(expected);
  });

  it('has a Vary header, and is not stored by shared caches', () => {
    expect(decided('/search/result/sea', cookie('9'))).toMatchObject({ headers: { Vary: 'Cookie' } });
    expect(decided('/search/result/sea')).toMatchObject({ isCacheable: false, variesBySection: true });
    expect(decided('/search/result/sea?section=9')).toMatchObject({ isCacheable: true, variesBySection: false });
    const brand: Facts['brand'] = {
      id: 'ash',
      hosts: ['ash.test', 'ash.example'],
      apiPrefix: '/ash_api',
      locales: ['en'],
    };
    expect(decided('/search/result/sea', cookie('9'), { brand })).toMatchObject({ isCacheable: true });
  });
});

describe('decide, which chooses the response to a request', () => {
  it.each([
    // These responses are the same for all brands.
    ['/healthz', 'health'],
    ['/readyz', 'readiness'],
    [`/${'a'.repeat(4096)}`, '414 refusal'],
    [`/genres?${'a'.repeat(4096)}`, '414 refusal'],
    // API calls.
    ['/ash_api/v1/book.show?id=1', 'proxy'],
    ['/oak_api/v1/book.show', '404 apiError'],
    ['/ash_api', '404 page /404'],
    // Files.
    ['/sw.js', 'serviceWorker'],
    ['/_astro/released.js', 'asset'],
    ['/_astro/newer.js', 'asset'],
    ['/_astro/none.js', '404 page /404'],
    ['/_astro/../released.js', '400 page /400'],
    // Pages in the release.
    ['/', 'page /'],
    ['/es', 'page /es'],
    ['/genres', 'page /genres'],
    ['/genres?utm_source=x', 'page /genres'],
    ['/genres/7/Romance?status=finished', 'render /genres/7/Romance?status=finished'],
    ['/novel/1/Fantasy/Known', 'page /novel/1/Fantasy/Known'],
    // Paths in other spellings than the canonical one.
    ['/genres/?a=b', '308 /genres?a=b'],
    ['//genres//7', '308 /genres/7'],
    ['/genres/7?a=b', '308 /genres/7/Romance?a=b'],
    ['/genres/7/romance', '308 /genres/7/Romance'],
    ['/Genres?a=b', '308 /genres?a=b'],
    ['/becomeourtranslator', '308 /becomeOurTranslator'],
    ['/category', '308 /genres'],
    ['/ranking/hot', '308 /ranking/hot/3/1'],
    // Pages rendered on request.
    ['/novel/2/Fantasy/New?utm=1', 'render /novel/2/Fantasy/New'],
    ['/search?q=sea&utm=1', 'render /search?q=sea'],
    // Pages that do not exist.
    ['/genres/8', '404 page /404'],
    ['/es/nada/nada', '404 page /es/404'],
    ['/400', '400 page /400'],
    ['/404', '404 page /404'],
    ['/500', '500 page /500'],
    ['/ranking/cold', '404 page /404'],
    ['/%zz', '400 page /400'],
    ['/design', '404 page /404'],
  ])('maps %s to: %s', (path, expected) => {
    expect(summaryOf(path)).toBe(expected);
  });

  it.each([
    ['GET', 'page /genres'],
    ['HEAD', 'page /genres'],
    ['POST', '405 refusal'],
    ['OPTIONS', '405 refusal'],
  ])('for a request that expects a page maps %s to: %s', (method, expected) => {
    expect(summaryOf('/genres', { method })).toBe(expected);
  });

  it('rejects TRACE, even for API calls', () => {
    for (const path of ['/genres', '/ash_api/v1/x', '/healthz', '/_report'])
      expect([path, summaryOf(path, { method: 'TRACE' })]).toEqual([path, '405 refusal']);
  });

  it('forwards API calls with any other method', () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) expect(summaryOf('/ash_api/x', { method })).toBe('proxy');
  });

  it.each([
    ['/genres?page=2', '308 https://ash.test/genres?page=2'],
    ['/nowhere/at/all', '308 https://ash.test/nowhere/at/all'],
    ['/robots.txt', '308 https://ash.test/robots.txt'],
    ['/ash_api/x', 'proxy'],
  ])("redirects from the brand's other hosts to the first host: %s", (path, expected) => {
    expect(summaryOf(path, { host: 'Ash.Example:443' })).toBe(expected);
  });

  it('forbids caching when it redirects a shared link to the first host', () => {
    const token = '/abcdefghijklmnop1234';
    expect(decided(token, { host: 'ash.example' })).toMatchObject({
      status: 302,
      location: `https://ash.test${token}`,
      headers: { 'X-Robots-Tag': 'noindex' },
    });
  });

  it('returns the design page only to developers', () => {
    expect(summaryOf('/design', { host: 'ash.localhost:4321' })).toBe('render /design');
    expect(summaryOf('/design', { host: 'ash.test' })).toBe('404 page /404');
  });
});

describe('decide without a brand or a release', () => {
  const unknownHost = { brand: undefined, release: undefined };

  it('returns 421 for an unknown host, whatever the URL', () => {
    for (const path of ['/', '/genres', '/ash_api/v1/x', '/sw.js', '/_astro/newer.js'])
      expect(summaryOf(path, {}, unknownHost)).toBe('421 plainPage');
    expect(summaryOf('/', { method: 'POST' }, unknownHost)).toBe('421 plainPage');
    expect(summaryOf('/healthz', {}, unknownHost)).toBe('health');
  });

  it('returns 421 for an unknown host before the guards run', () => {
    expect(summaryOf('/', {}, { ...unknownHost, guards: {} })).toBe('421 plainPage');
  });

  it('returns 503 with Retry-After before the first release', () => {
    expect(decided('/genres', {}, { release: undefined })).toMatchObject({
      kind: 'plainPage',
      status: 503,
      headers: { 'Retry-After': '120' },
    });
    expect(summaryOf('/ash_api/v1/x', {}, { release: undefined })).toBe('proxy');
  });
});

describe('decide for routes with guards', () => {
  it('redirects from / to the language that the visitor chose or prefers', () => {
    expect(decided('/?a=b', { acceptLanguage: 'es' })).toMatchObject({
      status: 302,
      location: '/es?a=b',
      headers: { Vary: 'Accept-Language, Cookie, Sec-Fetch-Site', 'Set-Cookie': expect.stringContaining('es') },
    });
    expect(decided('/', { cookie: 'hb_lang=es' })).toMatchObject({
      location: '/es',
      headers: { Vary: expect.any(String) },
    });
    expect(summaryOf('/genres', { acceptLanguage: 'es' })).toBe('page /genres');
    expect(summaryOf('/', { acceptLanguage: 'es', fetchSite: 'same-origin' })).toBe('page /');
  });

  it('does not redirect to a language without pages', () => {
    const brand = {
      id: 'ash',
      hosts: ['ash.test', 'ash.example'],
      apiPrefix: '/ash_api',
      locales: ['en', 'de'] satisfies LocaleCode[],
    };
    expect(summaryOf('/', { acceptLanguage: 'de' }, { brand })).toBe('page /');
  });

  it('returns an error page with the name of an unknown guard, escaped', () => {
    const guards = { history: ['host', '<b>'] };
    const page = { kind: 'plainPage', status: 500, title: 'Unknown middleware &lt;b&gt;' };
    expect(decided('/history', {}, { guards })).toMatchObject({ kind: 'unknownGuard', name: '<b>', page });
    expect(summaryOf('/genres', {}, { guards })).toBe('page /genres');
  });

  it('runs the guards in alphabetical order', () => {
    const unknownHost = { brand: undefined, release: undefined };
    expect(summaryOf('/history', {}, { ...unknownHost, guards: { history: ['host', 'none'] } })).toBe('421 plainPage');
    expect(summaryOf('/history', {}, { ...unknownHost, guards: { history: ['none', 'host'] } })).toBe('unknownGuard');
  });
});

describe('a shared cache between visitors and the server', () => {
  it('may store every prerendered page except the home page of a brand with several languages', () => {
    expect(decided('/genres')).toMatchObject({ variesByLanguage: false });
    expect(decided('/')).toMatchObject({ variesByLanguage: true });
    const brand = {
      id: 'ash',
      hosts: ['ash.test', 'ash.example'],
      apiPrefix: '/ash_api',
      locales: ['en'] satisfies LocaleCode[],
    };
    expect(decided('/', {}, { brand })).toMatchObject({ variesByLanguage: false });
  });

  it("may store every rendered page except the design page, which is limited to developers' hosts", () => {
    expect(decided('/novel/2/Fantasy/New')).toMatchObject({ isCacheable: true });
    expect(decided('/design', { host: 'localhost' })).toMatchObject({ isCacheable: false });
  });

  it('may store a redirect to the canonical spelling, but no redirect that depends on the release or a shared link', () => {
    expect(decided('/genres/')).toMatchObject({ headers: {} });
    expect(decided('/genres/7')).toMatchObject({ headers: { 'Cache-Control': 'no-cache' } });
    const shared = { status: 302, location: '/a-shared-link-of-a-visitor', headers: { 'X-Robots-Tag': 'noindex' } };
    expect(decided('/a-shared-link-of-a-visitor/')).toMatchObject(shared);
  });
});

describe('decideNotRendered, which handles a page that could not be rendered', () => {
  const notRendered = (path: string, result: Parameters<typeof decideNotRendered>[0]) => {
    const [pathname = '', query] = path.split('?');
    const match = parsePath(pathname, ['en', 'es']);
    if (!match) throw new Error(`${path} has no route`);
    const request = { ...parsedRequest(pathname), search: query === undefined ? '' : `?${query}` };
    return summary(decideNotRendered(result, request, match, release));
  };

  it.each([
    ['/novel/12?utm=1', 308, '/novel/12/Fantasy/Sea', '308 /novel/12/Fantasy/Sea?utm=1'],
    ['/search?q=sea&utm=1', 302, '/search/result/sea', '302 /search/result/sea?utm=1'],
    ['/search?q=sea', 302, '/search/result/sea?x=1', '302 /search/result/sea?x=1'],
    ['/search?q=sea&utm=1', 302, '/search/result/sea?x=1', '302 /search/result/sea?x=1&utm=1'],
  ])('for a page at %s that redirects with %i to %s returns: %s', (path, status, location, expected) => {
    expect(notRendered(path, { kind: 'redirect', status, location })).toBe(expected);
  });

  it.each([
    [404, '404 page /404'],
    [410, '410 page /404'],
    [451, '451 page /404'],
    [400, '400 page /400'],
    [502, '502 page /500'],
  ])('for a page that fails with %i returns: %s', (status, expected) => {
    expect(notRendered('/novel/12/a/b', { kind: 'error', status })).toBe(expected);
  });
});

describe('the response to a refused request', () => {
  const posted = (path: string, request: Partial<ParsedRequest> = {}) => decided(path, { method: 'POST', ...request });

  it('contains the reason, and says what is allowed instead', () => {
    expect(decided(`/${'a'.repeat(4095)}`)).not.toMatchObject({ status: 414 });
    expect(decided(`/${'a'.repeat(4096)}`)).toEqual({
      kind: 'refusal',
      status: 414,
      text: 'The address is too long.',
      headers: {},
    });
    expect(decided('/genres', { method: 'TRACE' })).toEqual({
      kind: 'refusal',
      status: 405,
      text: 'TRACE is not supported.',
      headers: { Allow: 'GET, HEAD, POST' },
    });
    expect(posted('/genres')).toEqual({
      kind: 'refusal',
      status: 405,
      text: 'Pages only support GET and HEAD.',
      headers: { Allow: 'GET, HEAD' },
    });
  });

  it('explains how to send a form if the form came from a different site', () => {
    const [form] = Object.values(FORM_PATHS);
    if (!form) throw new Error('There is no form.');
    expect(posted(form, { fetchSite: 'cross-site' })).toEqual({
      kind: 'refusal',
      status: 403,
      text: 'Forms must be sent from a page of this site. Please open the page with the form and try again.',
      headers: {},
    });
    expect(posted(form, { fetchSite: 'same-origin' })).toMatchObject({ kind: 'form' });
    expect(posted(REPORT_PATH, { fetchSite: 'cross-site' })).toEqual({ kind: 'report' });
  });

  it('says that only the site itself may call its API, and does not reveal the APIs of other brands', () => {
    expect(posted('/ash_api/x', { fetchSite: 'cross-site' })).toEqual({
      kind: 'apiError',
      status: 403,
      code: 'FORBIDDEN',
      message: 'Only the site itself may make this call.',
    });
    expect(decided('/oak_api/x')).toEqual({
      kind: 'apiError',
      status: 404,
      code: 'NOT_FOUND',
      message: 'There are no API calls at this address.',
    });
  });

  it('says that there is no site, that the site is not open yet, or that a page cannot be shown', () => {
    const plain = { kind: 'plainPage', headers: {} };
    expect(decided('/', {}, { brand: undefined, release: undefined })).toEqual({
      ...plain,
      status: 421,
      title: 'No site here',
      text: 'There is no site at this address.',
    });
    expect(decided('/', {}, { release: undefined })).toMatchObject({
      status: 503,
      title: 'Not open yet',
      text: 'This site is being prepared. Please come back in a few minutes.',
    });
    const noErrorPages = { release: { ...release, page: () => undefined } };
    const shown = { ...plain, title: 'This page cannot be shown', text: 'Please try again in a moment.' };
    expect(decided('/none', {}, noErrorPages)).toEqual({ ...shown, status: 404 });
    expect(cannotBeShown(503)).toEqual({ ...shown, status: 503, headers: { 'Retry-After': '5' } });
    expect(decided('/history', {}, { guards: { history: ['none'] } })).toMatchObject({
      page: { text: 'This page cannot be shown.' },
    });
  });
});

describe('decide in rare cases', () => {
  it('returns a plain page if the release has no error page', () => {
    expect(summaryOf('/none', {}, { release: { ...release, page: () => undefined } })).toBe('404 plainPage');
  });

  it('returns 404 for /sw.js if there is no service worker', () => {
    expect(summaryOf('/sw.js', {}, { hasServiceWorker: false })).toBe('404 page /404');
  });

  it('returns a dictionary only at its own URL', () => {
    expect(decided('/_brand/novel.es.0123456789.dict')).toEqual({
      kind: 'dictionary',
      name: { kind: 'novel', locale: 'es' },
    });
    for (const path of ['/x/_brand/novel.es.0123456789.dict', '/_brand/novel.es.0123456789.dict/x'])
      expect(decided(path)).not.toMatchObject({ kind: 'dictionary' });
  });

  it('does not redirect to the first host if the brand has no hosts', () => {
    const brand = { id: 'ash', hosts: [], apiPrefix: '/ash_api', locales: ['en'] satisfies LocaleCode[] };
    expect(summaryOf('/genres', { host: 'elsewhere.test' }, { brand })).toBe('page /genres');
  });

  it("treats a request without a Host header as a request to the brand's first host", () => {
    expect(summaryOf('/genres', { host: '' })).toBe('page /genres');
  });

  it('looks for an error page in a language only if the path begins with two letters', () => {
    const requestedPages: string[] = [];
    const page: ReleaseIndex['page'] = (path) => {
      requestedPages.push(path);
      return release.page(path);
    };
    for (const path of ['/es/nada/nada', '/eso/nada', '/ses/nada', '/x/nada'])
      summaryOf(path, {}, { release: { ...release, page } });
    expect(requestedPages.filter((path) => /^\/\w+\/404$/.test(path))).toEqual(['/es/404']);
  });

  it('does not redirect from an English page to an English page', () => {
    expect(summaryOf('/', { acceptLanguage: 'en' })).toBe('page /');
    expect(summaryOf('/', { cookie: 'hb_lang=en', acceptLanguage: 'es' })).toBe('page /');
  });

  it('sets no language cookie if the visitor already has the same cookie', () => {
    expect(decided('/', { cookie: 'hb_lang=es' })).toMatchObject({
      headers: { Vary: 'Accept-Language, Cookie, Sec-Fetch-Site' },
    });
    expect(Object.keys((decided('/', { cookie: 'hb_lang=es' }) as { headers: object }).headers)).toEqual(['Vary']);
  });

  it('does not redirect to a language before the first release', () => {
    expect(summaryOf('/', { acceptLanguage: 'es' }, { release: undefined })).toBe('503 plainPage');
  });

  it('skips guards that run in the browser', () => {
    expect(summaryOf('/history', { acceptLanguage: 'es' }, { guards: { history: ['signIn'] } })).toBe('404 page /404');
  });

  it('checks whether the book of a help page was taken down, and ignores URLs without a book', () => {
    const checkedBooks: number[] = [];
    const takenDown = (book: number) => {
      checkedBooks.push(book);
      return undefined;
    };
    for (const path of ['/invited-to-help/12/3', '/genres', '/genres/7/Romance', '/novel/2/Fantasy/Other'])
      summaryOf(path, {}, { takenDown });
    expect(checkedBooks).toEqual([12, 2]);
  });

  it('redirects URLs of a former site unless they are pages of this site', () => {
    const moved: Record<string, string> = {
      '/story/raft/': '/novel/1',
      '/raft': '/novel/2',
      '/?p=7': '/novel/3',
      '/novel/raft/': '/novel/4',
      '/genres': '/novel/5',
      '/genres/99/raft': '/novel/6',
    };
    const newAddress = (address: string) => moved[address];
    const at = (path: string, search = '') => summaryOf(path, { search }, { newAddress });
    expect(at('/story/raft/')).toBe('308 /novel/1');
    expect(at('/raft')).toBe('308 /novel/2');
    expect(at('/', '?p=7')).toBe('308 /novel/3');
    expect(at('/', '?p=8')).not.toMatch(/^308/);
    expect(at('/novel/raft/')).toBe('308 /novel/4');
    expect(at('/genres')).toBe('page /genres');
    expect(at('/genres/99/raft')).toBe('308 /novel/6');
    expect(summaryOf('/story/raft/', {}, { newAddress, release: undefined })).toBe('503 plainPage');
  });

  it('treats a route name in upper case as that route, not as a shared link', () => {
    expect(summaryOf('/becomeourtranslator')).toBe('308 /becomeOurTranslator');
    expect(summaryOf('/BECOMEOURTRANSLATOR')).toBe('308 /becomeOurTranslator');
  });
});

describe('a redirect returned by a rendered page', () => {
  const headersOf = (path: string, status: 302 | 308) => {
    const match = parsePath(path, ['en']);
    if (!match) throw new Error(`${path} has no route`);
    return decideNotRendered({ kind: 'redirect', status, location: '/to' }, parsedRequest(path), match, release);
  };

  it('must be revalidated by browsers if it leads to the canonical spelling', () => {
    expect(headersOf('/novel/12', 308)).toMatchObject({ headers: { 'Cache-Control': 'no-cache' } });
    expect(headersOf('/search', 302)).toEqual({ kind: 'redirect', status: 302, location: '/to', headers: {} });
  });

  it('is not indexed and sends no referrer if it is for a shared link', () => {
    const secret = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };
    expect(headersOf('/a-shared-link-of-a-visitor', 302)).toMatchObject({ headers: secret });
    expect(decided('/a-shared-link-of-a-visitor/')).toMatchObject({ headers: secret });
    expect(decided('/a-shared-link-of-a-visitor', { host: 'ash.example' })).toMatchObject({ headers: secret });
  });

  it('keeps unused parameters, and the complete query if the canonical spelling has none', () => {
    const to = (path: string, search: string, status: 302 | 308, location: string) => {
      const match = parsePath(path, ['en']);
      if (!match) throw new Error(`${path} has no route`);
      const request = { ...parsedRequest(path), search };
      return summary(decideNotRendered({ kind: 'redirect', status, location }, request, match, release));
    };
    expect(to('/search', '?q=sea&utm=1', 308, '/search/result/sea')).toBe('308 /search/result/sea?q=sea&utm=1');
    expect(to('/search', '?q=sea&utm=1', 308, '/search?q=Sea')).toBe('308 /search?q=Sea&utm=1');
    expect(to('/search', '?q=sea&utm=1', 302, '/search/result/sea')).toBe('302 /search/result/sea?utm=1');
  });
});

describe('a book that was taken down', () => {
  const TAKEDOWNS = new Map([
    [1, { status: 451, reason: 'Order 7' } as const],
    [12, { status: 410 } as const],
  ]);
  const withTakedowns: Facts = { ...facts, takenDown: (book) => TAKEDOWNS.get(book) };

  it.each([
    ['/novel/1/Fantasy/Known', '451 page /404'],
    ['/es/novel/1', '451 page /es/404'],
    ['/active-novel/12', '410 page /404'],
    ['/book-reader/12/5', '410 page /404'],
    ['/feeds/book/12.rss', '410 page /404'],
    ['/share/3-12.0123456789.jpg', '410 page /404'],
    ['/novel/2/Fantasy/Other', 'render /novel/2/Fantasy/Other'],
    ['/genres/7/Romance', 'page /genres/7/Romance'],
  ])('has at the URL %s this response: %s', (path, expected) => {
    expect(summary(decide(parsedRequest(path), withTakedowns))).toBe(expected);
  });

  it('has the reason for its error page, if there is one', () => {
    expect(decide(parsedRequest('/novel/1/Fantasy/Known'), withTakedowns)).toMatchObject({ reason: 'Order 7' });
    expect(decide(parsedRequest('/active-novel/12'), withTakedowns)).not.toHaveProperty('reason');
  });
});
