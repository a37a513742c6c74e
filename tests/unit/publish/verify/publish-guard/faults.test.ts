import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CANONICAL, OTHER_BRAND } from '#src/publish/release/index.ts';
import { isAcceptable, RULES, type Rule } from '#src/publish/verify/publish-guard/finding.ts';
import { guardFindings } from '#src/publish/verify/publish-guard/guard.ts';
import {
  guarded,
  releaseOf,
  type SimulatedPage,
  type SimulatedRelease,
  type SimulatedSite,
  simulatedBook,
  simulatedSite,
} from '../../../../helpers/simulated-site.ts';

const BOOKS = 600;
const SITE = simulatedSite(BOOKS);
const LIVE = releaseOf(SITE);

/** A difference from the live release that must not be published. */
interface Fault {
  readonly rule: Rule;
  readonly now: () => SimulatedRelease;
}

const site = (rule: Rule, change: Partial<SimulatedSite>): Fault => ({
  rule,
  now: () => releaseOf({ ...SITE, ...change }),
});

/** Changes the pages matched by `where`; `undefined` removes a page. */
const pages = (
  rule: Rule,
  where: (page: SimulatedPage, index: number) => boolean,
  change: (page: SimulatedPage) => Partial<SimulatedPage> | undefined,
  build = LIVE.build,
): Fault => ({
  rule,
  now: () => {
    const changed = [...LIVE.pages.values()].flatMap((page, index) => {
      if (!where(page, index)) return [page];
      const other = change(page);
      return other ? [{ ...page, ...other }] : [];
    });
    return { ...LIVE, build, pages: new Map(changed.map((page) => [page.path, page])) };
  },
});

const inSection = (section: string) => (page: SimulatedPage) => page.section === section;
const atPath = (path: string) => (page: SimulatedPage) => page.path === path;
const every = () => true;
const removed = () => undefined;
const empty = <T extends { readonly books: readonly number[] }>(lists: readonly T[]) =>
  lists.map((list) => ({ ...list, books: [] }));
const withoutGenre = (id: number) =>
  SITE.books.map((book) => ({ ...book, genres: book.genres.filter((genre) => genre !== id) }));
/**
 * Adds books at the front of every list, which moves all other books, so that every list changes as in a real nightly
 * rebuild.
 */
const booksAndMore = (count: number) => [
  ...Array.from({ length: count }, (_, atPath) => simulatedBook(9000 + atPath)),
  ...SITE.books,
];

const FAULTS: Readonly<Record<string, Fault>> = {
  'a twentieth of the books is missing': site('books-lost', { books: SITE.books.slice(30) }),
  'a quarter of the books is missing': site('books-lost', { books: SITE.books.filter(({ id }) => id % 4 > 0) }),
  'all books are missing': site('books-lost', { books: [] }),
  'hundreds of other books were added': site('books-gained', { books: booksAndMore(400) }),
  'there are no genres': site('lists-lost', { genres: [] }),
  'half of the genres are missing': site('lists-lost', { genres: SITE.genres.slice(4) }),
  'no book has a genre': site('list-emptied', { books: SITE.books.map((book) => ({ ...book, genres: [] })) }),
  'one genre has no books': site('list-emptied', { books: withoutGenre(3) }),
  'there are no rankings': site('lists-lost', { rankings: [] }),
  'all rankings are empty': site('lists-lost', { rankings: empty(SITE.rankings) }),
  'one ranking is empty': site('list-emptied', {
    rankings: SITE.rankings.with(1, { id: 2, name: 'This month', books: [] }),
  }),
  'there are no shelves': site('lists-lost', { shelves: [] }),
  'all shelves are empty': site('list-emptied', { shelves: empty(SITE.shelves) }),
  'there are no banners': site('lists-lost', { banners: 0 }),
  'some tags are missing with all their pages': pages(
    'pages-lost',
    (page, index) => page.section === 'tag' && index % 8 === 0,
    removed,
  ),
  'there are no keyword pages': pages('pages-lost', inSection('keyword'), removed),
  'half of the category pages are missing': pages(
    'pages-lost',
    (page, index) => inSection('category')(page) && index % 2 > 0,
    removed,
  ),
  'most ranking pages are missing': pages(
    'pages-lost',
    (page, index) => inSection('ranking')(page) && index % 9 > 0,
    removed,
  ),
  'each kind loses a few pages': pages(
    'pages-lost',
    (page, index) => page.section !== 'novel' && index % 10 === 0 && !page.path.match(/^\/(\w*|400|404|500)$/),
    removed,
  ),
  'visitors can no longer sign in': pages('pages-lost', atPath('/login'), removed),
  'the account area has lost a page': pages('pages-lost', atPath('/myinfo/voucherHistory'), removed),
  'every tag was split into four': {
    rule: 'pages-gained',
    now: () => {
      const tags = [...LIVE.pages.values()].filter(inSection('tag'));
      const split = [1, 2, 3].flatMap((part) => tags.map((page) => ({ ...page, path: `${page.path}-${part}` })));
      return { ...LIVE, pages: new Map([...LIVE.pages.values(), ...split].map((page) => [page.path, page])) };
    },
  },
  'all tags have new URLs': pages('addresses-changed', inSection('tag'), ({ path }) => ({ path: `${path}-x` })),
  'there is no home page': pages('missing-page', atPath('/'), removed),
  'there is no error page': pages('missing-page', atPath('/404'), removed),
  'there is no list of genres': pages('missing-page', atPath('/genres'), removed),
  'there is no robots.txt': { rule: 'missing-page', now: () => ({ ...LIVE, files: ['/sitemap.xml'] }) },
  'there is no sitemap': { rule: 'missing-page', now: () => ({ ...LIVE, files: ['/robots.txt'] }) },
  'every page has noindex': pages('noindex', every, () => ({ noindex: 1 })),
  'the home page has noindex': pages('noindex', atPath('/'), () => ({ noindex: 1 })),
  'two fifths of the novels have noindex': pages(
    'noindex',
    (page, index) => inSection('novel')(page) && index % 10 < 4,
    () => ({ noindex: 1 }),
  ),
  'a new version of the code adds noindex to lists': pages(
    'noindex',
    inSection('tag'),
    () => ({ noindex: 1 }),
    'other code',
  ),
  'all tag pages name another page as canonical': pages('canonical', inSection('tag'), () => ({
    canonical: CANONICAL.otherPage,
  })),
  'the home page names another page as canonical': pages('canonical', atPath('/'), () => ({
    canonical: CANONICAL.otherPage,
  })),
  'a page names another host as canonical': pages('canonical-host', atPath('/tags'), () => ({
    canonical: CANONICAL.otherHost,
  })),
  'every page has the site name of another brand': pages('other-brand', every, () => ({
    otherBrand: OTHER_BRAND.asSite,
  })),
  'one page has the site name of another brand': pages('other-brand', atPath('/tags'), () => ({
    otherBrand: OTHER_BRAND.asSite,
  })),
  'a text names another brand': pages('other-brand-text', atPath('/ads'), () => ({ otherBrand: OTHER_BRAND.inText })),
  'all titles from the upstream name another brand': pages('other-brand-text', inSection('novel'), () => ({
    otherBrand: OTHER_BRAND.inContent,
  })),
  'lists have lost their books': pages('page-size', inSection('tag'), ({ bytes }) => ({ bytes: bytes * 0.5 })),
  'the pages that changed this night have lost their books': pages(
    'page-size',
    (page, index) => inSection('tag')(page) && index % 5 === 0,
    ({ bytes }) => ({ bytes: bytes * 0.5 }),
  ),
  'pages show everything twice': pages('page-size', inSection('keyword'), ({ bytes }) => ({ bytes: bytes * 1.9 })),
  'the home page is half empty': pages('page-size', atPath('/'), ({ bytes }) => ({ bytes: bytes * 0.4 })),
  'a new version of the code shows no books': pages(
    'page-size',
    inSection('tag'),
    () => ({ bytes: 4_000 }),
    'other code',
  ),
  'half of the titles changed at once': pages(
    'titles-changed',
    (page, index) => inSection('tag')(page) && index % 2 > 0,
    ({ title }) => ({ title: title + 1 }),
  ),
  'a new version of the code gives all pages the same title': pages(
    'titles-alike',
    inSection('tag'),
    () => ({ title: 7 }),
    'other code',
  ),
  'there are no pages': { rule: 'no-page', now: () => ({ ...LIVE, pages: new Map() }) },
};

/** Faults in rendered pages and links are tested in tests/integration/publish/rebuild/publish-guard.test.ts. */
const FOUND_ELSEWHERE: readonly string[] = ['broken-page', 'broken-link'];

describe('the publish guard', () => {
  it('has, for every rule, a test with a fault and a description in the docs', () => {
    const injected = [...Object.values(FAULTS).map(({ rule }) => rule), ...FOUND_ELSEWHERE];
    expect([...new Set(injected)].sort()).toEqual(Object.keys(RULES).sort());
    const docs = readFileSync('docs/operate/publish-guard.md', 'utf8');
    expect(Object.keys(RULES).filter((rule) => !docs.includes(`\`${rule}\``))).toEqual([]);
  });

  it('reports nothing if the release is unchanged', () => {
    expect(guardFindings(guarded(LIVE, LIVE))).toEqual([]);
  });

  it.each(Object.entries(FAULTS))('stops a release in which %s', (_, { rule, now }) => {
    expect(guardFindings(guarded(LIVE, now())).map((finding) => finding.rule)).toContain(rule);
  });

  it.each([
    'one page has the site name of another brand',
    'a page names another host as canonical',
    'there is no home page',
  ])('does not let operators accept that %s', (name) => {
    const fault = FAULTS[name];
    const findings = fault ? guardFindings(guarded(LIVE, fault.now())) : [];
    expect(findings.filter((finding) => !isAcceptable(finding))).toHaveLength(1);
  });

  it('skips the comparison if the live release recorded nothing about its pages, but still checks the required pages', () => {
    const first = { ...guarded(undefined, releaseOf({ ...SITE, books: SITE.books.slice(300) })) };
    expect(guardFindings(first)).toEqual([]);
    expect(guardFindings({ ...first, required: [{ path: '/', bytes: undefined, liveBytes: undefined }] })).toHaveLength(
      1,
    );
  });
});

describe('the publish guard of a small site', () => {
  const small = simulatedSite(40);
  const lose = (books: number) =>
    guardFindings(guarded(releaseOf(small), releaseOf({ ...small, books: small.books.slice(books) })));

  it('accepts the loss of five books or one genre, but not of a third of the books', () => {
    expect(lose(5)).toEqual([]);
    expect(guardFindings(guarded(releaseOf(small), releaseOf({ ...small, genres: small.genres.slice(1) })))).toEqual(
      [],
    );
    expect(lose(13).map(({ rule }) => rule)).toContain('books-lost');
  });
});

describe('the publish guard of a site in two languages', () => {
  const inSpanish = (release: SimulatedRelease): SimulatedRelease['pages'] =>
    new Map(
      [...release.pages.values()].map((page) => [
        `/es${page.path}`,
        { ...page, section: `es:${page.section}`, path: `/es${page.path}` },
      ]),
    );
  const both: SimulatedRelease = { ...LIVE, pages: new Map([...LIVE.pages, ...inSpanish(LIVE)]) };

  it('reports that a language lost its pages, unless the language was removed from the brand', () => {
    const facts = guarded(both, LIVE);
    expect(guardFindings({ ...facts, locales: ['en', 'es'] }).map(({ rule }) => rule)).toContain('pages-lost');
    expect(guardFindings(facts)).toEqual([]);
  });
});
