import { describe, expect, it } from 'vitest';
import { globMatcher } from '#src/lib/glob.ts';

describe('globMatcher', () => {
  it.each([
    ['/genres/12/*', '/genres/12/Romance', true],
    ['/genres/12/*', '/genres/12/Romance/2', false],
    ['/genres/12/**', '/genres/12', true],
    ['/genres/12/**', '/genres/12/Romance/2', true],
    ['/genres/12/**', '/genres/123/Romance', false],
    ['/**/2', '/genres/12/Romance/2', true],
    ['/**/2', '/2', true],
    ['/**', '/', true],
    ['/', '/', true],
    ['/', '/genres', false],
    ['/hotnovels/?/1', '/hotnovels/A/1', true],
    ['/hotnovels/?/1', '/hotnovels/Éb/1', false],
    ['/hotnovels/?/1', '/hotnovels/😀/1', true],
    ['/hotnovels/{A,B}/*', '/hotnovels/B/3', true],
    ['/tags/{one,two}', '/tags/two', true],
    ['/tags/{one,two}', '/tags/o', false],
    ['/hotnovels/{A,B}/*', '/hotnovels/C/3', false],
    ['/tags/{1*,2}/x', '/tags/19/x', true],
    ['/category/Sci-Fi (1)', '/category/Sci-Fi (1)', true],
    ['/category/a.c', '/category/abc', false],
    ['/category/[x]', '/category/[x]', true],
    ['/category/{x', '/category/{x', true],
    ['genres', '/genres', true],
  ])('with the pattern %s and the path %s returns %s', (pattern, path, matches) => {
    expect(globMatcher(pattern)(path)).toBe(matches);
  });
});
