import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { pagePolicy, strictTransportSecurity } from '#src/brand/response-headers.ts';
import { linkBundleFolder } from '#src/publish/release/bundle-folder.ts';
import type { ProxiedBrand } from '#src/serve/proxy-config/index.ts';
import { ask, type RawResponse, type RequestOptions } from '../../../helpers/http.ts';
import { html, POLICY, publish, type ReleaseContent, testBrand } from '../../../helpers/published-brand.ts';

/**
 * Three brands: `ash` has two hosts, `oak` two languages, `elm` no release; each has a different
 * Strict-Transport-Security.
 */
export const BRANDS = [
  testBrand('ash', {
    hosts: ['ash.test', 'www.ash.test'],
    imageHosts: ['covers.example'],
    hsts: { maxAge: 600, includeSubDomains: true },
  }),
  testBrand('oak', { locales: ['en', 'es'] }),
  testBrand('elm', { hsts: false }),
];

const STYLE = '.card { color: red }\n'.repeat(100);

const CONTENT: ReleaseContent = {
  pages: {
    '/': html('home'),
    '/genres': html('genres'),
    '/genres/1/Rom%C3%A1ntico': html('genre'),
    '/tags/5/a%20b': html('a space'),
    '/tags/5/what%3F': html('a question mark'),
    "/tags/5/O'Hara_(1)~.": html('signs'),
    '/novel/9/Fantasy/A-Tale': html('a prerendered novel'),
    '/myinfo': html('account'),
  },
  aliases: { 'genre:1': '/genres/1/Rom%C3%A1ntico' },
  assets: {
    '/_astro/page.Dk3.js': 'console.log(1);\n'.repeat(100),
    '/_astro/small.Ab1.js': 'console.log(1);',
    '/_brand/look.0123.css': STYLE,
    '/_brand/cover.0123.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(300)}</svg>`,
    '/_brand/face.0123.woff2': 'not really a font'.repeat(100),
    '/favicon.ico': 'not really a picture',
    '/humans.txt': 'people\n'.repeat(200),
    '/feeds/new.rss': '<rss version="2.0"/>'.repeat(100),
    '/feeds/new.atom': '<feed/>',
    '/feeds/ranking/hot/3.opds': '<feed/>'.repeat(200),
    '/feeds/catalog.opds2': '{"metadata":{}}',
    '/es/feeds/new.rss': '<rss/>',
  },
};

/** Publishes releases of `ash` and `oak`; `elm` has no release. */
export async function publishBrands(state: string): Promise<void> {
  await publish(state, 'ash', CONTENT);
  await publish(state, 'oak', {
    ...CONTENT,
    pages: { ...CONTENT.pages, '/es': html('inicio'), '/es/404': html('no encontrado'), '/de': html('Startseite') },
  });
}

/** Publishes pages of newer code, which have a different policy. */
export const publishNewer = (
  state: string,
  brand: string,
  pages: ReleaseContent['pages'],
  bundle: string,
  csp: string,
) =>
  publish(state, brand, { pages }, (release) => {
    const file = join(release, 'release.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), bundle: { id: bundle, csp } }));
    linkBundleFolder(release, bundle);
  });

/** Generates the configuration for the three brands. */
export const PROXIED: readonly ProxiedBrand[] = BRANDS.map(({ brand }) => ({
  id: brand.id,
  hosts: brand.hosts,
  apiPrefix: brand.apiPrefix,
  locales: brand.locales,
  hsts: strictTransportSecurity(brand),
  live: brand.id === 'elm' ? undefined : { bundle: 'bundle', csp: pagePolicy(POLICY, brand) },
}));

/** A request to one of the brands. */
export interface Request extends RequestOptions {
  readonly host: string;
  readonly path: string;
}

const PAGES = [
  '/',
  '/genres',
  '/genres/1/Rom%C3%A1ntico',
  '/tags/5/a%20b',
  '/tags/5/what%3F',
  "/tags/5/O'Hara_(1)~.",
  '/novel/9/Fantasy/A-Tale',
  '/myinfo',
  '/es',
  '/de',
];

const FILES = [
  '/_astro/page.Dk3.js',
  '/_astro/small.Ab1.js',
  '/_brand/look.0123.css',
  '/_brand/cover.0123.svg',
  '/_brand/face.0123.woff2',
  '/favicon.ico',
  '/humans.txt',
  '/feeds/new.rss',
  '/feeds/new.atom',
  '/feeds/ranking/hot/3.opds',
  '/feeds/catalog.opds2',
  '/es/feeds/new.rss',
];

const OTHERS = [
  // Different spellings of paths and names.
  '/genres/',
  '//genres',
  '/genres/1/Rom%c3%a1ntico',
  '/genres/1',
  '/genres/./1/Rom%C3%A1ntico',
  '/%67enres',
  '/tags/5/a+b',
  '/tags/5/a%2Fb',
  '/genres/1/%2E%2E/Rom%C3%A1ntico',
  // File names that are not URLs.
  '/index',
  '/index.html',
  '/genres.html',
  '/genres.html.br',
  '/_astro/page.Dk3.js.br',
  '/_brand/look.0123.css.gz',
  '/404',
  '/400',
  '/500',
  '/es/404',
  '/-',
  '/release.json',
  '/_astro/../index.html',
  '/_astro/',
  '/_astro/missing.js',
  '/missing.txt',
  '/sw.js',
  // Queries: campaign parameters, filters, words, and names that no page reads.
  '/genres?utm_source=mail&gclid=1',
  '/genres/1/Rom%C3%A1ntico?status=finished',
  '/genres/1/Rom%C3%A1ntico?utm_source=mail&status=finished',
  '/genres/1/Rom%C3%A1ntico?unknown=1',
  '/?utm_source=mail',
  '/genres?',
  '/novel/9/Fantasy/A-Tale?chapters=newest',
  // Pages rendered on request, short URLs, shared links, missing pages.
  '/novel/10/Fantasy/B-Tale',
  '/book-reader/9/1',
  '/search/result/dragons?status=finished',
  '/search?q=dragons',
  // Texts that would change if they were decoded differently.
  '/search/result/100%25%20love',
  '/search/result/%25',
  '/search/result/%252F',
  '/search/result/%2541',
  '/search/result/%2500?status=finished',
  '/search/result/a%23b%3Fc%2Bd%26e',
  '/search/result/%5Ba%5D%7Cb%5E%60',
  '/search/result/%E2%80%AEabc',
  '/search/result/%ED%A0%80',
  '/search/result/a%5Cb',
  '/search?q=%',
  '/search?q=100%25+love',
  '/search?q=%00',
  '/author/3/Someone',
  '/feeds/author/3.atom',
  '/feeds/new.rss/',
  '/feeds/missing.rss',
  '/feeds/new.rss.br',
  '/novel/10/Fantasy/B-Tale/',
  '/0123456789abcdef0123456789abcdef',
  '/nothing/here',
  '/healthz',
  '/readyz',
  // API calls.
  '/ash_api/v1/book.show?id=1',
  '/ash_api/v1/',
  '/oak_api/v1/book.show',
];

const ENCODINGS = ['', 'br', 'gzip', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'gzip;q=1, br;q=0.5', 'identity', '*'];

/** A page rendered on request. */
const RENDERED = '/novel/10/Fantasy/B-Tale';

const requestsFor = (hosts: readonly string[], paths: readonly string[], options: RequestOptions = {}): Request[] =>
  hosts.flatMap((host) => paths.map((path) => ({ host, path, ...options })));

/** Requests of every kind, by topic. A web server must respond to each of them like our server. */
export const REQUESTS: Readonly<Record<string, readonly Request[]>> = {
  'pages of a release': requestsFor(['ash.test', 'oak.test', 'oak.localhost'], PAGES),
  'browser files': requestsFor(['ash.test', 'oak.test', 'oak.localhost'], FILES),
  'URLs of missing files, and non-canonical URLs of pages': requestsFor(['ash.test', 'oak.test'], OTHERS),
  'a brand without a release': requestsFor(
    ['elm.test'],
    ['/', '/genres', '/_astro/page.Dk3.js', '/elm_api/v1/book.show'],
  ),
  'unknown hosts': requestsFor(['unknown.test'], ['/', '/genres', '/healthz', '/readyz', '/ash_api/v1/book.show']),
  'other spellings of a host': requestsFor(['ASH.test:8080', 'ash.test.'], ['/', '/genres']),
  HEAD: requestsFor(['ash.test'], [...PAGES, ...FILES, ...OTHERS], { method: 'HEAD' }),
  'other methods': ['POST', 'PUT', 'DELETE', 'OPTIONS'].flatMap((method) =>
    requestsFor(['ash.test'], ['/genres', '/_astro/page.Dk3.js', RENDERED, '/ash_api/v1/visitor.create'], {
      method,
      body: method === 'OPTIONS' ? '' : '{"a":1}',
    }),
  ),
  'range requests, which our server ignores': requestsFor(['ash.test'], ['/genres', '/_astro/page.Dk3.js', RENDERED], {
    headers: { range: 'bytes=0-9' },
  }),
  'languages requested by the visitor': [
    ...requestsFor(['oak.test'], ['/'], { headers: { 'accept-language': 'es' } }),
    ...requestsFor(['oak.test'], ['/', '/genres'], { headers: { cookie: 'hb_lang=es' } }),
  ],
  'a token': requestsFor(['ash.test'], ['/genres', RENDERED, '/ash_api/v1/book.show'], {
    headers: { authorization: 'Bearer t', cookie: 'a=b' },
  }),
  ...Object.fromEntries(
    ENCODINGS.map((encoding) => [
      `the encodings "${encoding}"`,
      requestsFor(['ash.test'], [...PAGES, ...FILES, RENDERED], { headers: { 'accept-encoding': encoding } }),
    ]),
  ),
};

const titleOf = ({ method = 'GET', host, path, headers = {} }: Request) =>
  `${method} ${host}${path} ${Object.entries(headers).map(([name, value]) => `${name}: ${value}`)}`;

/**
 * Headers that may differ: those about the connection or the time, those meant only for nginx, and the ETag, which web
 * servers derive from the file.
 */
const IGNORED_HEADERS = ['date', 'connection', 'keep-alive', 'server', 'etag', 'transfer-encoding', 'x-accel-expires'];

/** The parts of a response that must be the same. */
function comparable({ status, headers, body }: RawResponse) {
  const encoding = headers['content-encoding'];
  const text = encoding === 'gzip' && body.length > 0 ? gunzipSync(body) : body;
  const named = Object.entries(headers).filter(
    ([name]) => !IGNORED_HEADERS.includes(name) && !(encoding === 'gzip' && name === 'content-length'),
  );
  return {
    status,
    headers: Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1))),
    hasTag: headers.etag !== undefined,
    body: (encoding === 'br' && text.length > 0 ? brotliDecompressSync(text) : text).toString('latin1'),
  };
}

/** Compares the responses of both servers. If a response has an ETag, repeats the request with this ETag. */
export async function expectSame(ours: number, theirs: number, request: Request): Promise<void> {
  const { host, path, ...options } = request;
  const [expected, actual] = [await ask(ours, host, path, options), await ask(theirs, host, path, options)];
  const title = titleOf(request);
  expect({ title, ...comparable(actual) }).toEqual({ title, ...comparable(expected) });
  if (actual.status !== 200 || actual.headers.etag === undefined) return;
  const again = { ...options, headers: { ...options.headers, 'if-none-match': String(actual.headers.etag) } };
  const unchanged = await ask(theirs, host, path, again);
  expect([title, unchanged.status]).toEqual([title, 304]);
  expect(unchanged.body).toHaveLength(0);
  expect(unchanged.headers['cache-control']).toBe(actual.headers['cache-control']);
  expect(unchanged.headers['content-security-policy']).toBe(actual.headers['content-security-policy']);
  const other = { ...options, headers: { ...options.headers, 'if-none-match': '"another"' } };
  expect((await ask(theirs, host, path, other)).status).toBe(200);
}
