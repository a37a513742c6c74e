import { describe, expect, it } from 'vitest';
import { foldedAlias, otherCases } from '#src/routes/aliases.ts';
import { guardsOf } from '#src/routes/guards.ts';
import { readNotebookFragment } from '#src/routes/notebook-fragment.ts';
import { isFixed, KINDS, PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import { normalisePath, parsePath, pathInItsCase } from '#src/routes/parse.ts';
import { createPaths, searchWord } from '#src/routes/paths.ts';
import { pageQuery } from '#src/routes/queries.ts';

const to = createPaths('en');
const book = { id: 12, title: 'A Book', category: { name: 'Sea' } };
const romance = { id: 3, name: 'Romance' };
const LOOK = '0123456789';
const parse = (path: string) => parsePath(path, ['en', 'es']);

/** URL, kind, path parameters, page number. */
const ADDRESSES: readonly [string, string, RouteKind, Record<string, string>, number][] = [
  [to.home(), '/', 'home', {}, 1],
  [to.genres(), '/genres', 'genres', {}, 1],
  [to.genre(romance), '/genres/3/Romance', 'genre', { id: '3' }, 1],
  [to.tags(), '/tags', 'tags', {}, 1],
  [to.tag(romance, 4), '/tags/3/Romance/page-4', 'tag', { id: '3' }, 4],
  [to.allTags(romance), '/all-tags/3', 'allTags', { id: '3' }, 1],
  [to.allTags(romance, 2), '/all-tags/3/page-2', 'allTags', { id: '3' }, 2],
  [to.category('Sea'), '/category/Sea', 'category', { name: 'Sea' }, 1],
  [to.category('Sea', 'Ships', 2), '/category/Sea/Ships/page-2', 'category', { name: 'Sea', sub: 'Ships' }, 2],
  [to.hotnovels(), '/hotnovels', 'hotnovels', {}, 1],
  [to.letter('B', 3), '/hotnovels/B/3', 'letter', { letter: 'B' }, 3],
  [to.keywords(), '/keywords', 'keywords', {}, 1],
  [to.keywords(2), '/keywords/2', 'keywords', {}, 2],
  [to.keyword(romance, 2), '/keywords/Romance/2', 'keyword', { name: 'Romance' }, 2],
  [to.ranking('hot', 7), '/ranking/hot/7/1', 'ranking', { type: 'hot', id: '7' }, 1],
  [to.rankingEntry(), '/ranking', 'ranking', {}, 1],
  [to.section(romance, 2), '/secPage/3/Romance/page-2', 'section', { id: '3' }, 2],
  [to.login(), '/login', 'login', {}, 1],
  [to.history(), '/history', 'history', {}, 1],
  [to.notebook(), '/notebook', 'notebook', {}, 1],
  [to.myinfo(), '/myinfo', 'myinfo', {}, 1],
  [to.myinfo('myLocked'), '/myinfo/myLocked', 'myinfo', { child: 'myLocked' }, 1],
  [to.ads(), '/ads', 'ads', {}, 1],
  [to.translator(), '/becomeOurTranslator', 'translator', {}, 1],
  [to.design(), '/design', 'design', {}, 1],
  [to.offline(), '/offline', 'offline', {}, 1],
  [to.badRequest(), '/400', 'badRequest', {}, 1],
  [to.serverError(), '/500', 'serverError', {}, 1],
  [to.novel(book), '/novel/12/Sea/A-Book', 'novel', { id: '12', category: 'Sea', name: 'A-Book' }, 1],
  [
    to.activeNovel(book),
    '/active-novel/12/Sea/A-Book',
    'activeNovel',
    { id: '12', category: 'Sea', name: 'A-Book' },
    1,
  ],
  [to.author(romance, 2), '/author/3/Romance/page-2', 'author', { id: '3', name: 'Romance' }, 2],
  [to.reader(12, 34), '/book-reader/12/34', 'reader', { bookId: '12', chapterId: '34' }, 1],
  [to.readerEntry(12), '/book-reader/12', 'reader', { bookId: '12' }, 1],
  [to.readerEntry(), '/book-reader', 'lastRead', {}, 1],
  [`${to.authorFeed(3)}.rss`, '/feeds/author/3.rss', 'authorFeed', { id: '3', format: 'rss' }, 1],
  [`${to.authorFeed(3)}.opds2`, '/feeds/author/3.opds2', 'authorFeed', { id: '3', format: 'opds2' }, 1],
  [`${to.bookFeed(12)}.atom`, '/feeds/book/12.atom', 'bookFeed', { id: '12', format: 'atom' }, 1],
  [to.sharePicture([3], LOOK), `/share/3.${LOOK}.jpg`, 'sharePicture', { books: '3', look: LOOK }, 1],
  [to.sharePicture([12], LOOK), `/share/12.${LOOK}.jpg`, 'sharePicture', { books: '12', look: LOOK }, 1],
  [
    to.sharePicture([12, 345, 6, 7], 'abcdef6789'),
    '/share/12-345-6-7.abcdef6789.jpg',
    'sharePicture',
    { books: '12-345-6-7', look: 'abcdef6789' },
    1,
  ],
  [to.search(), '/search', 'search', {}, 1],
  [to.searchResult('sea'), '/search/result/sea', 'search', { word: 'sea', form: 'result' }, 1],
  [to.searchMore(), '/search-more', 'searchMore', {}, 1],
  [to.searchMore('sea'), '/search-more/result/sea', 'searchMore', { word: 'sea', form: 'result' }, 1],
  [to.help(12, 5), '/invited-to-help/12/5', 'help', { activeId: '5', bookId: '12' }, 1],
];

describe('a URL built by the site', () => {
  it.each(ADDRESSES)('matches the documented URL: %s is %s', (built, address) => {
    expect(built).toBe(address);
  });

  it.each(ADDRESSES)('parses back into its parts: %s is %s', (built, _address, kind, params, page) => {
    expect(parse(built)).toMatchObject({ kind, params, page, locale: 'en' });
    expect(Object.keys(parse(built)?.params ?? {}).sort()).toEqual(Object.keys(params).sort());
  });
});

it('URLs of release files and error pages have the paths at which they are served', () => {
  expect([to.feed('new'), to.rankingFeed('hot', 7), to.notFound()]).toEqual([
    '/feeds/new',
    '/feeds/ranking/hot/7',
    '/404',
  ]);
  expect(createPaths('es').bookPages()).toEqual(['/es/novel/', '/es/book-reader/']);
});

describe('an alternative spelling of a URL', () => {
  it.each([
    ['/search/sea', 'search', { word: 'sea', form: 'word' }],
    ['/search/any/sea', 'search', { word: 'sea', form: 'other' }],
    ['/search/result', 'search', { form: 'result' }],
    ['/search-more/sea', 'searchMore', { word: 'sea', form: 'word' }],
    ['/search-more/result', 'searchMore', { form: 'result' }],
    ['/invited-to-help/5', 'help', { activeId: '5' }],
    ['/all-tags/3/any-name', 'allTags', { id: '3' }],
    ['/author/3', 'author', { id: '3' }],
  ] as const)('is parsed as the kind of page that it shows: %s', (path, kind, params) => {
    expect(parse(path)).toMatchObject({ kind, params });
    expect(Object.keys(parse(path)?.params ?? {})).toHaveLength(Object.keys(params).length);
  });
});

describe('an invalid URL path', () => {
  it.each([
    '/feeds/author/3',
    '/feeds/author/x.rss',
    '/feeds/author/3.xml',
    '/feeds/author/3.rss.gz',
    '/feeds/author/3.rss/more',
    '/feeds/book/12.opds',
    '/feeds/book/12.opds2',
    '/feeds/new/3.rss',
    '/feeds',
    '/share',
    `/share/12.${LOOK}.jpg/more`,
    `/share/x12.${LOOK}.jpg`,
    `/share/12.${LOOK}.jpgx`,
    `/share/012.${LOOK}.jpg`,
    `/share/12-12.${LOOK}.jpg`,
    `/share/1-2-3-4-5.${LOOK}.jpg`,
    '/share/12.012345678.jpg',
    '/share/12.012345678g.jpg',
    '/search/result/sea/more',
    '/search-more/result/sea/more',
    '/search-more/any/sea',
    '/invited-to-help',
    '/invited-to-help/x',
    '/invited-to-help/x/5',
    '/invited-to-help/1/2/5',
    '/myinfo/myLocked/more',
    '/myinfo/other',
    '/all-tags',
    '/all-tags/x',
    '/all-tags/3/name/more',
    '/book-reader/x',
    '/book-reader/12/x',
    '/book-reader/12/34/more',
    '/author/x/Name',
    '/author/3/Name/more',
    '/genres/x',
    '/genres/3/Romance/more',
    '/genres/page-2',
    '/secPage',
    '/secPage/name/more',
    '/secPage/3/name/more',
    '/hotnovels/AB',
    '/hotnovels/A/x',
    '/hotnovels/A/1/more',
    '/keywords/sea/x',
    '/keywords/sea/1/more',
    '/ranking/hot/7/1/more',
    '/ranking/hot/x/1',
    '/ranking/hot/7/x',
    '/novel',
    '/novel/a/b/c',
    '/novel/12/a/b/c',
    '/category/a/b/c/d',
    '/login/more',
    '/genres/1234567890123456',
    '/genres/0',
    '/genres/x12',
    '/genres/12x',
    '/%',
    '/a/./b',
    '/a/../b',
    '/a%2Fb',
    '/a%00b',
  ])('%s matches no route', (path) => {
    expect(parse(path)).toBeUndefined();
  });
});

it('a path segment that contains dots and letters is not treated as a relative segment', () => {
  expect(normalisePath('/a../..b/...')).toBe('/a../..b/...');
});

describe('a locale prefix in a URL', () => {
  it('is accepted for other locales of the brand, but not for its default locale or an unknown locale', () => {
    expect(parse('/es/genres')).toMatchObject({ kind: 'genres', locale: 'es' });
    expect(parse('/es')).toMatchObject({ kind: 'home', locale: 'es' });
    expect([parse('/en/genres'), parse('/de/genres')]).toEqual([undefined, undefined]);
  });

  it('is converted to lower case, like route words but unlike names', () => {
    const inCase = (path: string) => pathInItsCase(path, ['en', 'es']);
    expect(inCase('/ES/Genres/3/RoMance')).toBe('/es/genres/3/RoMance');
    expect(inCase('/MyInfo/mylocked')).toBe('/myinfo/myLocked');
    expect(inCase('/Search/myLocked')).toBe('/search/myLocked');
    expect([inCase('/genres/3'), inCase('/EN/genres'), inCase('/%'), inCase('/Nothing-of-the-kind')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the alias of a page', () => {
  it('is also stored in lower case if it contains capitals', () => {
    expect([foldedAlias('tag:Sea'), foldedAlias('tag:sea')]).toEqual(['~tag:sea', undefined]);
  });

  it('is looked up in lower case if the exact look-up fails', () => {
    expect(otherCases('tag:SEA')).toEqual(['tag:sea', '~tag:sea']);
  });
});

describe('the query of a URL', () => {
  it.each([
    ['activeNovel', '?chapters=newest&chapter=12', '?chapters=newest&chapter=12'],
    ['activeNovel', '?chapter=12x', ''],
    ['search', '?section=7&length=long', '?section=7&length=long'],
    ['search', '?section=999', ''],
    [
      'searchMore',
      '?q=sea&section=7&page=2&status=updating&length=long',
      '?q=sea&section=7&page=2&status=updating&length=long',
    ],
    ...['books', 'authors', 'tags', 'keywords'].map(
      (group) => ['searchMore', `?group=${group}`, `?group=${group}`] as const,
    ),
    ['search', '?q=', ''],
    ['home', '?q=sea', ''],
  ] as const)('selects a page: %s with %s uses %j', (kind, search, read) => {
    expect(pageQuery({ kind, params: {} }, search)).toBe(read);
  });
});

it('a fragment selects the notebook of a book only if its value is a number', () => {
  expect(readNotebookFragment('#book=12345')).toEqual({ bookId: 12345, markId: null });
  expect(readNotebookFragment('#a#book=1')).toEqual({ bookId: null, markId: null });
});

it('a URL without an entry in the guard table has no guards', () => {
  expect(guardsOf({ kind: 'home', params: {} }, {})).toEqual([]);
});

describe('a search word in a URL', () => {
  it('is truncated before it is trimmed, and has single spaces', () => {
    expect(searchWord(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
    expect(searchWord(' a \n\t/ b ')).toBe('a b');
  });

  it('may contain dots among other characters', () => {
    expect([searchWord('...'), searchWord('..a'), searchWord('a..'), searchWord('.')]).toEqual([
      '...',
      '..a',
      'a..',
      '',
    ]);
  });
});

describe('a keyword or list with a name like "page 2"', () => {
  it('is escaped only if the entire name looks like a page number', () => {
    expect(to.keyword({ id: 9, name: '12a' })).toBe('/keywords/12a/1');
    expect(to.keyword({ id: 9, name: 'a12' })).toBe('/keywords/a12/1');
    expect(to.genre({ id: 3, name: 'page 12' })).toBe('/genres/3/page-12-');
    expect(to.genre({ id: 3, name: 'my page 2' })).toBe('/genres/3/my-page-2');
    expect(to.genre({ id: 3, name: 'page 2 b' })).toBe('/genres/3/page-2-b');
  });
});

describe('a kind of page whose URL has no parameters', () => {
  // Only error responses show /404, and the reader's entry page shares its builder with the entry of a book.
  const fixed = KINDS.filter((kind) => isFixed(kind) && kind !== 'notFound').map((kind) => [kind] as const);

  it.each(fixed)('%s is parsed from its URL, and its builder returns that URL', (kind) => {
    const { address } = PAGE_KINDS[kind];
    expect(parse(address)).toMatchObject({ kind, params: {}, page: 1 });
    expect(parse(`${address}/x`)?.kind).not.toBe(kind);
    const build = kind === 'lastRead' ? to.readerEntry : to[kind as Exclude<keyof typeof to, 'bookPages'>];
    expect((build as () => string)()).toBe(address);
  });
});
