import { afterEach, describe, expect, it, vi } from 'vitest';

const loadPaths = async () => {
  vi.resetModules();
  vi.stubGlobal('LECTERN_STATIC_SITE', true);
  const { createPaths, SITE_FEED_FORMATS } = await import('#src/routes/paths.ts');
  return { paths: createPaths('es'), english: createPaths('en'), formats: SITE_FEED_FORMATS };
};
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('the paths of a static site', () => {
  it('end with a slash if a page has the path', async () => {
    const { paths, english } = await loadPaths();
    const book = { id: 12, title: 'Emma', category: { name: 'Romance' } };
    expect(english.home()).toBe('/');
    expect([paths.home(), paths.novel(book), paths.tag({ id: 3, name: 'war' }, 2), paths.hotnovels()]).toEqual([
      '/es/',
      '/es/novel/12/Romance/Emma/',
      '/es/tags/3/war/page-2/',
      '/es/hotnovels/',
    ]);
    expect(paths.notebook(12)).toMatch(/^\/es\/notebook\/#/);
  });

  it('do not end with a slash if a file has the path', async () => {
    const { paths } = await loadPaths();
    expect(`${paths.authorFeed(4)}.rss`).toBe('/es/feeds/author/4.rss');
    expect(paths.sharePicture([1, 2], '0123456789')).toBe('/es/share/1-2.0123456789.jpg');
  });

  it('have the searched words in the query', async () => {
    const { paths, english } = await loadPaths();
    expect(paths.searchResult('a&b 50%')).toBe('/es/search/?q=a%26b%2050%25');
    expect(english.searchResult('..')).toBe('/search/');
  });

  it('include no catalogs', async () => {
    expect((await loadPaths()).formats).toEqual(['rss', 'atom']);
  });

  it('include the links that operators write, except those to files and other sites', async () => {
    vi.resetModules();
    vi.stubGlobal('LECTERN_STATIC_SITE', true);
    const { siteLink } = await import('#src/routes/site-link.ts');
    expect(
      ['/hotnovels', '/es/tags?sort=new', '/search#top', '/', '/feeds/new.rss', 'https://other.example'].map(siteLink),
    ).toEqual(['/hotnovels/', '/es/tags/?sort=new', '/search/#top', '/', '/feeds/new.rss', 'https://other.example']);
  });
});
