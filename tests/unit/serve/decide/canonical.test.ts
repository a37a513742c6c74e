import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePath, parsePath } from '#src/routes/parse.ts';
import { canonicalPath } from '#src/serve/decide/canonical.ts';
import type { ReleaseIndex } from '#src/serve/decide/decide-response.ts';
import { FACTS } from '../../../helpers/release-pages.ts';

function index(
  pages: readonly string[],
  aliases: Readonly<Record<string, string>>,
): Pick<ReleaseIndex, 'page' | 'alias'> {
  return {
    alias: (identity) => (Object.hasOwn(aliases, identity) ? aliases[identity] : undefined),
    page: (path) =>
      pages.includes(path)
        ? { path, file: '', hash: '', bytes: 0, modified: '', inputs: '', version: '', listing: '', ...FACTS }
        : undefined,
  };
}

const release = index(
  [
    '/keywords/ai/1',
    '/keywords/ai/3',
    '/keywords/AI/1',
    '/keywords/1a/1',
    '/keywords/1a/2',
    '/hotnovels/A/1',
    '/hotnovels/A/2',
    '/ranking/hot/3/1',
    '/ranking/hot/3/4',
    '/category/A/B',
    '/category/A/B/page-2',
    '/category/B',
    '/keywords',
    '/keywords/2',
    '/de/keywords',
  ],
  {
    'category:A/B': '/category/A/B',
    'sub:B': '/category/A/B',
    'category:B': '/category/B',
    '~category:b': '/category/B',
    'keyword:ai': '/keywords/ai/1',
    'keyword:1a': '/keywords/1a/1',
    'letter:A': '/hotnovels/A/1',
    'ranking:hot/3': '/ranking/hot/3/1',
    'keyword:AI': '/keywords/AI/1',
    keywords: '/keywords',
    'de:keywords': '/de/keywords',
  },
);

const to = (path: string) => {
  const match = parsePath(path, ['en', 'de']);
  return match && canonicalPath(match, release);
};

describe('canonicalPath', () => {
  it.each([
    ['/category/A/B/title', '/category/A/B'],
    ['/category/A/B/title/page-2', '/category/A/B/page-2'],
    ['/category/A/B/title/page-3', undefined],
    ['/category/b', '/category/B'],
    ['/category/c', undefined],
    ['/keywords/AI', '/keywords/AI/1'],
    ['/keywords/Ai', '/keywords/ai/1'],
    ['/keywords/1', '/keywords'],
    ['/de/keywords/1', '/de/keywords'],
    ['/de/keywords/2', undefined],
    ['/login', undefined],
    ['/keywords/AI/3', undefined],
    ['/keywords/Ai/3', '/keywords/ai/3'],
    ['/keywords/1A/2', '/keywords/1a/2'],
  ])('redirects %s to %s', (path, expected) => {
    expect(to(path)).toBe(expected);
  });

  it('prefers a category to a subcategory with the same name', () => {
    expect(to('/category/B')).toBe('/category/B');
    const without = index(['/category/A/B'], { 'sub:B': '/category/A/B' });
    const match = parsePath('/category/B', ['en']);
    expect(match && canonicalPath(match, without)).toBe('/category/A/B');
  });

  it('returns only paths of existing pages, whatever the URL', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('category', 'keywords', 'A', 'B', 'de', '1'))),
        (parts) => {
          const path = normalisePath(`/${parts.map(encodeURIComponent).join('/')}`);
          const page = path === undefined ? undefined : to(path);
          expect(page === undefined || release.page(page) !== undefined).toBe(true);
        },
      ),
    );
  });
});
