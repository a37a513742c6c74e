import { describe, expect, it } from 'vitest';
import { parsePath } from '#src/routes/parse.ts';
import { pathInLanguage } from '#src/routes/translated-path.ts';

const to = (code: 'en' | 'es', path: string) => pathInLanguage(code, parsePath(path, ['en', 'es']));

describe('pathInLanguage', () => {
  it.each([
    ['/', '/es'],
    ['/genres', '/es/genres'],
    ['/tags', '/es/tags'],
    ['/hotnovels', '/es/hotnovels'],
    ['/keywords', '/es/keywords'],
    ['/keywords/3', '/es/keywords'],
    ['/login', '/es/login'],
    ['/history', '/es/history'],
    ['/notebook', '/es/notebook'],
    ['/ads', '/es/ads'],
    ['/becomeOurTranslator', '/es/becomeOurTranslator'],
    ['/myinfo', '/es/myinfo'],
    ['/myinfo/voucherHistory', '/es/myinfo/voucherHistory'],
    ['/search', '/es/search'],
    ['/search/result/boy%20girl', '/es/search/result/boy%20girl'],
    ['/search-more/result/boy', '/es/search-more/result/boy'],
    ['/book-reader', '/es/book-reader'],
  ])('maps %s to the same page in another language, %s', (path, same) => {
    expect(to('es', path)).toBe(same);
    expect(to('en', same)).toBe(path === '/keywords/3' ? '/keywords' : path);
  });

  it.each([
    ['/genres/7/Romance/page-2', '/es/genres'],
    ['/category/Romance/Slow-Burn', '/es/genres'],
    ['/tags/5/dragons', '/es/tags'],
    ['/all-tags/5', '/es/tags'],
    ['/hotnovels/A/2', '/es/hotnovels'],
    ['/keywords/lost-heir/1', '/es/keywords'],
    ['/ranking/hot/3/1', '/es/ranking'],
    ['/secPage/3/For-you', '/es'],
    ['/novel/7/Romance/A-Tale', '/es'],
    ['/author/7/Nell', '/es'],
    ['/book-reader/7/8', '/es'],
    ['/invited-to-help/7/8', '/es'],
    ['/no/such/page', '/es'],
    ['/400', '/es'],
  ])('maps %s to the nearest page in another language, %s', (path, nearest) => {
    expect(to('es', path)).toBe(nearest);
  });
});
