import { describe, expect, it } from 'vitest';
import type { LocaleCode } from '#src/contract/locales.ts';
import { normalisePath, parsePath, pathInItsCase } from '#src/routes/parse.ts';

const LOCALES: LocaleCode[] = ['en', 'es'];
const parse = (path: string) => parsePath(path, LOCALES);

describe('parsePath', () => {
  it.each([
    ['/', 'home', {}, 1, []],
    ['/genres', 'genres', {}, 1, []],
    ['/genres/12', 'genre', { id: '12' }, 1, ['genre:12']],
    ['/genres/12/Romance', 'genre', { id: '12' }, 1, ['genre:12']],
    ['/genres/12/Romance/page-3', 'genre', { id: '12' }, 3, ['genre:12']],
    ['/tags', 'tags', {}, 1, []],
    ['/tags/5/slow-burn', 'tag', { id: '5' }, 1, ['tag:5']],
    ['/all-tags/3', 'allTags', { id: '3' }, 1, ['allTags:3']],
    ['/all-tags/3/page-2', 'allTags', { id: '3' }, 2, ['allTags:3']],
    ['/category', 'genres', {}, 1, ['genres']],
    ['/category/Romance', 'category', { name: 'Romance' }, 1, ['category:Romance', 'sub:Romance']],
    [
      '/category/Romance/Slow-Burn',
      'category',
      { name: 'Romance', sub: 'Slow-Burn' },
      1,
      ['category:Romance/Slow-Burn', 'sub:Romance'],
    ],
    [
      '/category/Romance/Slow-Burn/any-title',
      'category',
      { name: 'Romance', sub: 'Slow-Burn' },
      1,
      ['category:Romance/Slow-Burn'],
    ],
    ['/category/Romance/page-2', 'category', { name: 'Romance' }, 2, ['category:Romance', 'sub:Romance']],
    ['/secPage/4/Editors-choice', 'section', { id: '4' }, 1, ['section:4']],
    ['/secPage/Editors-choice', 'section', { name: 'Editors-choice' }, 1, ['sectionName:Editors-choice']],
    ['/hotnovels', 'hotnovels', {}, 1, []],
    ['/hotnovels/A', 'letter', { letter: 'A' }, 1, ['letter:A']],
    ['/hotnovels/a/2', 'letter', { letter: 'A' }, 2, ['letter:A']],
    ['/hotnovels/0/1', 'letter', { letter: '0' }, 1, ['letter:0']],
    ['/hotnovels/%23', 'letter', { letter: '0' }, 1, ['letter:0']],
    ['/keywords', 'keywords', {}, 1, ['keywords']],
    ['/keywords/2', 'keywords', {}, 2, ['keywords']],
    ['/keywords/second-chance', 'keyword', { name: 'second-chance' }, 1, ['keyword:second-chance']],
    ['/keywords/second-chance/3', 'keyword', { name: 'second-chance' }, 3, ['keyword:second-chance']],
    ['/ranking', 'ranking', {}, 1, ['ranking']],
    ['/ranking/hot', 'ranking', { type: 'hot' }, 1, ['ranking:hot']],
    ['/ranking/2', 'ranking', {}, 2, ['ranking']],
    ['/ranking/hot/2', 'ranking', { type: 'hot' }, 2, ['ranking:hot']],
    ['/ranking/hot/7/2', 'ranking', { type: 'hot', id: '7' }, 2, ['ranking:hot:7']],
    ['/ranking/top10', 'ranking', { type: 'top10' }, 1, ['ranking:top10']],
    ['/keywords/1984/2', 'keyword', { name: '1984' }, 2, ['keyword:1984']],
    ['/genres/12/my-page-2', 'genre', { id: '12' }, 1, ['genre:12']],
    ['/login', 'login', {}, 1, []],
    ['/history', 'history', {}, 1, []],
    ['/notebook', 'notebook', {}, 1, []],
    ['/myinfo', 'myinfo', {}, 1, []],
    ['/myinfo/teams_of_services', 'myinfo', { child: 'teams_of_services' }, 1, []],
    ['/400', 'badRequest', {}, 1, []],
    ['/500', 'serverError', {}, 1, []],
    ['/novel/12/Romance/A-Book', 'novel', { id: '12', category: 'Romance', name: 'A-Book' }, 1, []],
    ['/novel/12/A-Book', 'novel', { id: '12' }, 1, []],
    ['/novel/Romance/A-Book', 'novel', { category: 'Romance', name: 'A-Book' }, 1, []],
    ['/novel/A-Book', 'novel', { name: 'A-Book' }, 1, []],
    ['/novel/1984', 'novel', { id: '1984', name: '1984' }, 1, []],
    ['/active-novel/12/Romance/A-Book', 'activeNovel', { id: '12', category: 'Romance', name: 'A-Book' }, 1, []],
    ['/author/9/Ann', 'author', { id: '9', name: 'Ann' }, 1, []],
    ['/author/9/Ann/page-1', 'author', { id: '9' }, 1, []],
    ['/author/9/Ann/page-2', 'author', { id: '9', name: 'Ann' }, 2, []],
    ['/book-reader', 'lastRead', {}, 1, []],
    ['/ads', 'ads', {}, 1, []],
    ['/becomeOurTranslator', 'translator', {}, 1, []],
    ['/435u331G4FkP_k_Q', 'token', { token: '435u331G4FkP_k_Q' }, 1, []],
    [`/${'x'.repeat(64)}`, 'token', { token: 'x'.repeat(64) }, 1, []],
    ['/book-reader/12', 'reader', { bookId: '12' }, 1, []],
    ['/book-reader/12/345', 'reader', { bookId: '12', chapterId: '345' }, 1, []],
    ['/search', 'search', {}, 1, []],
    ['/search/result', 'search', { form: 'result' }, 1, []],
    ['/search/love', 'search', { word: 'love', form: 'word' }, 1, []],
    ['/search/result/love', 'search', { word: 'love', form: 'result' }, 1, []],
    ['/search/result/result', 'search', { word: 'result', form: 'result' }, 1, []],
    ['/search/books/love', 'search', { word: 'love', form: 'other' }, 1, []],
    ['/search-more/love', 'searchMore', { word: 'love', form: 'word' }, 1, []],
    ['/search-more/result/love', 'searchMore', { word: 'love', form: 'result' }, 1, []],
    ['/invited-to-help/12/34', 'help', { bookId: '12', activeId: '34' }, 1, []],
    ['/invited-to-help/34', 'help', { activeId: '34' }, 1, []],
  ] as const)('parses %s as %s %j page %i', (path, kind, params, page, aliases) => {
    expect(parse(path)).toEqual({ kind, params, page, aliases, locale: 'en' });
  });

  it('strips the prefix of an active locale', () => {
    expect(parse('/es/435u331G4FkP_k_QkVDTKb9n')).toMatchObject({ kind: 'token', locale: 'es' });
    expect(parse('/es')).toMatchObject({ kind: 'home', locale: 'es' });
    expect(parse('/es/genres/12/Amor')).toMatchObject({ kind: 'genre', locale: 'es', params: { id: '12' } });
  });

  it.each([
    '/de/genres',
    '/en/genres',
    '/nope',
    '/435u331G4FkP_k_',
    `/${'x'.repeat(65)}`,
    '/435u331G4FkP.k_Q',
    '/435u331G4FkP_k_Q/more',
    '/becomeOurTranslator/now',
    '/ads/now',
    '/genres/abc',
    '/genres/0/x',
    '/genres/12/a/b',
    '/genres/page-2',
    '/hotnovels/AB',
    '/hotnovels/A/0',
    '/ranking/hot/x/1',
    '/ranking/all/1/2/3',
    '/novel',
    '/novel/a/b/c',
    '/novel/1/a/b/c',
    '/myinfo/nope',
    '/login/x',
    '/book-reader/x',
    '/constructor',
    '/__proto__',
    '/%E0%A4%A',
    '/a/../b',
  ])('matches no route for %s', (path) => {
    expect(parse(path)).toBeUndefined();
  });
});

describe('normalisePath', () => {
  it.each([
    ['/', '/'],
    ['//', '/'],
    ['/genres/', '/genres'],
    ['//genres///12', '/genres/12'],
    ['/keywords/%e4%b8%89', '/keywords/%E4%B8%89'],
    ['/keywords/三', '/keywords/%E4%B8%89'],
    ['/%67enres', '/genres'],
  ])('normalises %s to %s', (path, expected) => {
    expect(normalisePath(path)).toBe(expected);
  });

  it.each(['/%', '/%zz', '/a/%2e%2e/b', '/a/..', '/a%2Fb', '/a%00', '/a%5Cb'])('rejects %s', (path) => {
    expect(normalisePath(path)).toBeUndefined();
  });
});

describe('pathInItsCase', () => {
  it.each([
    ['/Genres', '/genres'],
    ['/GENRES/7/Romance', '/genres/7/Romance'],
    ['/Category', '/category'],
    ['/SECPAGE/4', '/secPage/4'],
    ['/becomeourtranslator', '/becomeOurTranslator'],
    ['/MyInfo/mylocked', '/myinfo/myLocked'],
    ['/ES', '/es'],
    ['/Es/Genres', '/es/genres'],
    ['/Search/Result/The Sea', '/search/Result/The%20Sea'],
    ['/genres', undefined],
    ['/Nowhere', undefined],
    ['/Genres/abc', undefined],
    ['/DE/genres', undefined],
    // Shared links get no permanent redirect, so that nothing stores their addresses.
    ['/ES/435u331G4FkP_k_Q', undefined],
    ['/435u331G4FkP_k_Q', undefined],
  ])('converts %s to %s', (path, expected) => {
    expect(pathInItsCase(path, LOCALES)).toBe(expected);
  });
});
