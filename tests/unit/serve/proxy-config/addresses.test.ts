import { describe, expect, it } from 'vitest';
import type { LocaleCode } from '#src/contract/locales.ts';
import { PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { normalisePath, parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import { pageQuery } from '#src/routes/queries.ts';
import { isAssetPath } from '#src/serve/files/file-store.ts';
import {
  CAMPAIGN_QUERY,
  CANONICAL_PATH,
  cacheablePages,
  FEED_FILE,
  HASHED_FILE,
  inactivePrefixes,
  PLAIN_PATH,
  ROOT_FILE,
  serverOnly,
  UNENCODED_PATH,
} from '#src/serve/proxy-config/addresses.ts';

const anchored = (pattern: string) => new RegExp(`^(?:${pattern})$`);

/** Spellings of paths: as sent by browsers, as in links, and with mistakes. */
const SPELLINGS = [
  '/genres/12/Rom%C3%A1ntico',
  '/genres/12/Rom%c3%a1ntico',
  '/genres/12/Romántico',
  '/genres/',
  '//genres',
  '/genres//12',
  '/genres/./12',
  '/genres/../12',
  '/genres/...',
  '/genres/.a',
  '/genres/..a',
  '/genres/...a',
  '/genres/....',
  '/genres/%2e%2e',
  '/genres/%2E',
  '/%67enres',
  '/tags/5/a%20b',
  '/tags/5/a b',
  '/tags/5/a+b',
  '/tags/5/a%2Bb',
  '/tags/5/a%252Fb',
  '/tags/5/a%2Fb',
  '/tags/5/a%5Cb',
  '/tags/5/a%',
  '/tags/5/a%2',
  "/tags/5/!~*'()_-.",
  '/tags/5/%21',
];

describe("the pattern that a web server's configuration has for canonical paths", () => {
  it.each(SPELLINGS)('matches only the canonical spelling: %s', (path) => {
    expect(anchored(CANONICAL_PATH).test(path)).toBe(normalisePath(path) === path);
  });

  it('accepts each byte only in the spelling of normalisePath', () => {
    for (let byte = 1; byte < 128; byte += 1) {
      const raw = String.fromCharCode(byte);
      const encoded = `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      for (const path of [`/a${raw}b`, `/a${encoded}b`, `/${raw}b`])
        expect([path, anchored(CANONICAL_PATH).test(path)]).toEqual([
          path,
          path === normalisePath(path) && path !== '/?b',
        ]);
    }
  });

  it('has a faster variant for paths without percent-encoding', () => {
    for (const path of ['/genres', '/genres/12/Fantasy', "/tags/5/O'Hara(1)", '/a/b.c'])
      expect([path, anchored(UNENCODED_PATH).test(path)]).toEqual([path, true]);
    for (const path of SPELLINGS.filter((one) => normalisePath(one) !== one))
      expect([path, anchored(UNENCODED_PATH).test(path)]).toEqual([path, false]);
  });

  it('has a variant for paths without characters that are special in Caddy', () => {
    for (const path of ['/genres', '/genres/12/Rom%C3%A1ntico', '/a/.well', "/tags/5/O'Hara(1)"])
      expect([path, anchored(PLAIN_PATH).test(path)]).toEqual([path, true]);
    for (const path of [...SPELLINGS.filter((one) => normalisePath(one) !== one), '/a*', '/a%3Fb', '/a%5Bb', '/a%25b'])
      expect([path, anchored(PLAIN_PATH).test(path)]).toEqual([path, false]);
  });
});

describe("the paths of browser files in a web server's configuration", () => {
  it.each([
    '/_astro/page.Dk3.js',
    '/_brand/cover.9ca7ded303.svg',
    '/_astro/a/b@2x.png',
    '/favicon.ico',
    '/robots.txt',
    '/a.b.webmanifest',
    '/_astro/',
    '/_astro/.hidden',
    '/_astro/../a',
    '/_other/a.js',
    '/a/favicon.ico',
    '/.ico',
    '/page.html',
    '/_astro',
    '/feeds/new.rss',
    '/es/feeds/ranking/hot/3.opds2',
    '/feeds/catalog.opds',
    '/feeds/new.json',
    '/feeds/.rss',
    '/feeds.rss',
    '/feeds/../new.atom',
    '/spa/feeds/new.atom',
  ])('are the same as in our server: %s', (path) => {
    expect(anchored(`${HASHED_FILE}|${ROOT_FILE}|${FEED_FILE}`).test(path)).toBe(isAssetPath(path));
  });
});

const LOCALES = ['en', 'es'] as const;
const book = { id: 5, title: 'A Tale', category: { name: 'Fantasy' } };
const named = { id: 7, name: 'Some name' };

/** Whether a release may have a file for a cacheable page; undefined for a page that is not cacheable. */
function kindOf(path: string, locales: readonly LocaleCode[], booksOnRequest: boolean): string | undefined {
  const kinds = Object.entries(cacheablePages(locales, booksOnRequest));
  return kinds.find(([, pattern]) => anchored(pattern).test(path))?.[0];
}

describe("the cacheable pages in a web server's configuration", () => {
  const paths = createPaths('es');
  it.each([
    paths.novel(book),
    paths.activeNovel(book),
    paths.reader(5, 6),
    paths.author(named),
    paths.author(named, 2),
    `${paths.authorFeed(7)}.opds2`,
    paths.sharePicture([5, 7], '0123456789'),
    `${paths.bookFeed(5)}.atom`,
    paths.search(),
    paths.searchResult('a word'),
    paths.searchMore('a word'),
    paths.genre(named, 2),
    paths.tag(named),
    paths.category('Fantasy'),
    paths.category('Fantasy', 'Elves', 3),
  ])('include routes that may be rendered on request: %s', (path) => {
    const match = parsePath(path, LOCALES);
    const filtered = match && pageQuery(match, '?status=finished') !== '';
    expect(PAGE_KINDS[match?.kind ?? 'home'].rendering !== 'prerendered' || filtered).toBe(true);
    const decoded = decodeURIComponent(path);
    expect(kindOf(decoded, LOCALES, false)).toBe(
      PAGE_KINDS[match?.kind ?? 'home'].rendering === 'on-demand' ? 'always' : 'either',
    );
    expect(kindOf(decoded, LOCALES, true)).toBe(
      PAGE_KINDS[match?.kind ?? 'home'].rendering === 'prerendered' ? 'either' : 'always',
    );
    expect(kindOf(decoded, ['en'], false)).toBeUndefined();
    expect(kindOf(decoded.slice('/es'.length), ['en'], false)).toBeDefined();
  });

  it.each([
    '/novel/5',
    '/novel/A-Tale',
    '/book-reader/5',
    '/book-reader',
    '/invited-to-help/1/2',
    '/0123456789abcdef0123456789abcdef',
    '/genres',
    '/genres/12',
    '/login',
    '/',
  ])('exclude short or private URLs: %s', (path) => {
    expect(kindOf(path, LOCALES, true)).toBeUndefined();
    expect(kindOf(path, LOCALES, false)).toBeUndefined();
  });
});

describe('the paths that a web server forwards to our server', () => {
  it('include the error pages and index.html in each language', () => {
    expect(serverOnly(LOCALES)).toEqual(expect.arrayContaining(['/404', '/es/404', '/500', '/400', '/index']));
    for (const path of serverOnly(LOCALES))
      expect([path, ['badRequest', 'serverError', undefined]]).toEqual([
        path,
        expect.arrayContaining([parsePath(path, LOCALES)?.kind]),
      ]);
  });

  it('include the paths of inactive languages', () => {
    expect(inactivePrefixes(LOCALES)).toContain('/de');
    expect(inactivePrefixes(LOCALES)).not.toContain('/es');
    expect(inactivePrefixes(LOCALES)).not.toContain('');
  });
});

describe('the query of a request to a web server', () => {
  it.each(['utm_source=x', 'utm_source=x&gclid=1', 'ref=friend', 'fbclid='])(
    'is ignored for pages if it contains only campaign parameters: %s',
    (query) => {
      expect(anchored(CAMPAIGN_QUERY).test(query)).toBe(true);
      for (const path of ['/search', '/novel/5/a/b', '/genres/5/a']) {
        const match = parsePath(path, LOCALES);
        expect(match && pageQuery(match, `?${query}`)).toBe('');
      }
    },
  );

  it.each([
    'status=finished',
    'utm_source=x&status=finished',
    'q=a',
    '%73tatus=finished',
    'chapters=newest&ref=x',
    'x=1',
  ])('makes the web server forward the request if it contains another parameter: %s', (query) => {
    expect(anchored(CAMPAIGN_QUERY).test(query)).toBe(false);
  });
});
