import { describe, expect, it } from 'vitest';
import { SEARCH_GROUPS } from '#src/contract/calls/search.ts';
import type { SearchModel, SearchMoreModel } from '#src/shell/page/models.ts';
import { testBrand, testSite } from '../../../helpers/memory-source.ts';
import { tablePages } from '../../../helpers/table-pages.ts';
import { bookNumbered, keywordNumbered, pageOf, type Table, tagNumbered } from '../../../helpers/table-upstream.ts';

interface GroupRequest {
  readonly group: string;
  readonly page: number;
  readonly page_size: number;
}

const person = (id: number) => ({ id, name: `Author ${id}`, introduction: '', avatar: null });
const many = <T>(count: number, make: (id: number) => T) => Array.from({ length: count }, (_, n) => make(n + 1));

/** An upstream with these numbers of results per group; only the requested group is paged. */
function finding(counts: Partial<Record<(typeof SEARCH_GROUPS)[number], number>>, more: object = {}): Table {
  const results: Record<string, readonly unknown[]> = {
    books: many(counts.books ?? 0, bookNumbered),
    authors: many(counts.authors ?? 0, person),
    tags: many(counts.tags ?? 0, (id) => tagNumbered(id, `tag ${id}`)),
    keywords: many(counts.keywords ?? 0, (id) => keywordNumbered(id, `word ${id}`)),
  };
  return {
    'search.multi': (params) => {
      const { group = 'books', ...paging } = params as Partial<GroupRequest>;
      const pages = SEARCH_GROUPS.map((kind) => [kind, pageOf(results[kind] ?? [], kind === group ? paging : {})]);
      return { ...Object.fromEntries(pages), ...more };
    },
    'seo.keywords.page': (params) =>
      pageOf(
        many(30, (id) => keywordNumbered(id, `keyword ${id}`)),
        params,
      ),
  };
}

const search = (address: string, counts: Parameters<typeof finding>[0], more?: object) =>
  tablePages(finding(counts, more)).model<SearchModel>(address);
async function all(address: string, counts: Parameters<typeof finding>[0]) {
  const { results } = await tablePages(finding(counts)).model<SearchMoreModel>(address);
  return results ?? expect.fail('no results');
}

describe('the URL of a search', () => {
  it.each([
    ['/search?q=dragon', '/search/result/dragon', false],
    ['/search?q=+boy%2Fgirl+', '/search/result/boy%20girl', false],
    ['/search/dragon', '/search/result/dragon', true],
    ['/search/books/dragon', '/search/result/dragon', true],
    ['/search/result/%20dragon', '/search/result/dragon', true],
    ['/search/result', '/search', true],
    ['/search/result/%20', '/search', true],
    ['/search-more/result', '/search-more', true],
    ['/search-more/%20', '/search-more', true],
    ['/search-more?q=dragon', '/search-more/result/dragon', false],
    ['/search-more?q=dragon&group=tags', '/search-more/result/dragon?group=tags', false],
    ['/search-more/dragon', '/search-more/result/dragon', true],
    ['/search-more/dragon?group=tags&page=2', '/search-more/result/dragon?group=tags&page=2', true],
    ['/search-more/dragon?group=authors&status=finished', '/search-more/result/dragon?group=authors', true],
    ['/search-more/dragon?status=finished&order=new', '/search-more/result/dragon?status=finished', true],
  ])('%s redirects to %s before any upstream request', async (address, to, permanent) => {
    const pages = tablePages(finding({ books: 1 }));
    expect(await pages.open(address)).toEqual({ status: 'redirect', to, permanent });
    expect(pages.seen).toEqual([]);
  });
});

describe('the search page without a search word', () => {
  it.each(['/search', '/search?q=', '/search?q=+', '/search?q=..'])('%s shows sixteen keywords', async (address) => {
    const model = await search(address, { books: 1 });
    expect(model).toMatchObject({ word: '', corrected: null, groups: [], kinds: [], filters: null });
    expect(model.suggested.kind).toBe('keywords');
    expect(model.suggested.links.map(({ name }) => name)).toEqual(many(16, (id) => `keyword ${id}`));
    expect(model.suggested.links[1]?.href).toBe('/search/result/keyword%202');
  });

  it('shows the most frequent searches in order if the upstream counts them', async () => {
    const table = { ...finding({ books: 1 }), 'search.popular': () => ({ items: ['zebra', 'ant'] }) };
    const { suggested } = await tablePages(table).model<SearchModel>('/search');
    expect(suggested).toEqual({
      kind: 'popular',
      links: [
        { name: 'zebra', href: '/search/result/zebra' },
        { name: 'ant', href: '/search/result/ant' },
      ],
    });
  });

  it('/search-more shows suggestions that link to the page of all results', async () => {
    const model = await tablePages(finding({ books: 1 })).model<SearchMoreModel>('/search-more');
    expect([model.word, model.results, model.suggested.links.length]).toEqual(['', null, 16]);
    expect(model.suggested.links[0]).toEqual({ name: 'keyword 1', href: '/search-more/result/keyword%201' });
  });
});

describe('the results of a search', () => {
  it('are grouped by type in a fixed order, and only books have cards', async () => {
    const { groups } = await search('/search/result/sea', { books: 2, authors: 1, tags: 1, keywords: 1 });
    expect(groups.map(({ kind, total, books, links }) => [kind, total, books.length, links])).toEqual([
      ['books', 2, 2, []],
      ['authors', 1, 0, [{ name: 'Author 1', href: '/author/1/Author-1' }]],
      ['tags', 1, 0, [{ name: 'tag 1', href: '/tags/1/tag-1' }]],
      ['keywords', 1, 0, [{ name: 'word 1', href: '/keywords/word-1/1' }]],
    ]);
  });

  it('link to all results of a group only if the page does not show them all', async () => {
    const { groups } = await search('/search/result/sea', { books: 20, authors: 21, tags: 20, keywords: 21 });
    expect(groups.map(({ moreHref }) => moreHref)).toEqual([
      null,
      '/search-more/result/sea?group=authors',
      null,
      '/search-more/result/sea?group=keywords',
    ]);
  });

  it('link to the groups with results, without marking a group as current', async () => {
    const { kinds } = await search('/search/result/sea', { books: 3, tags: 1 });
    expect(kinds).toEqual([
      { name: 'books', href: '/search-more/result/sea', current: false },
      { name: 'tags', href: '/search-more/result/sea?group=tags', current: false },
    ]);
  });

  it('use the filters in the URL, and keep them only in the link to all books', async () => {
    const pages = tablePages(finding({ books: 21, tags: 21 }));
    const { groups } = await pages.model<SearchModel>(
      '/search/result/sea?status=finished&length=long&order=title&page=3',
    );
    expect(pages.seen[0]?.params).toEqual({ keyword: 'sea', status: 'finished', length: 'long' });
    expect(groups.map(({ moreHref }) => moreHref)).toEqual([
      '/search-more/result/sea?status=finished&length=long',
      null,
      '/search-more/result/sea?group=tags',
      null,
    ]);
  });

  it('have filters by status and length for two books or more, or if a filter is set', async () => {
    const shown = async (books: number, query = '') =>
      (await search(`/search/result/sea${query}`, { books, tags: 1 })).filters;
    expect([await shown(0), await shown(1)]).toEqual([null, null]);
    const filters = await shown(2);
    expect(filters).toMatchObject({ clearHref: null, found: 2 });
    expect(filters?.groups.map(({ name }) => name)).toEqual(['status', 'length']);
    expect(await shown(0, '?status=finished')).toMatchObject({ clearHref: '/search/result/sea', found: 0 });
    expect(await shown(0, '?status=lost')).toBeNull();
  });

  it.each(SEARCH_GROUPS)('do not include popular words if there are %s', async (kind) => {
    expect((await search('/search/result/sea', { [kind]: 1 })).suggested.links).toEqual([]);
  });

  it('include popular words if nothing was found', async () => {
    const model = await search('/search/result/sea', {});
    expect(model.groups.map(({ total, moreHref }) => [total, moreHref])).toEqual(Array(4).fill([0, null]));
    expect(model.suggested.links).toHaveLength(16);
    expect(model.kinds).toEqual([]);
  });

  it('contain the corrected word that was searched for', async () => {
    expect(await search('/search/result/dragn', { books: 1 }, { corrected: 'dragon' })).toMatchObject({
      word: 'dragn',
      corrected: 'dragon',
    });
    expect((await search('/search/result/dragon', { books: 1 })).corrected).toBeNull();
  });

  it.each(['/search/result/sea', '/search-more/result/sea'])('at %s fail if the upstream fails', async (address) => {
    const failing = tablePages({ 'search.multi': () => 'INTERNAL' });
    expect(await failing.open(address)).toMatchObject({ status: 'failed', httpStatus: 500 });
    const refusing = tablePages({ 'search.multi': () => 'BAD_REQUEST' });
    expect(await refusing.open(address)).toMatchObject({ status: 'failed', httpStatus: 400 });
  });
});

describe('all results of a search group', () => {
  it.each([
    ['', 'books', 1],
    ['?group=tags', 'tags', 1],
    ['?group=people', 'books', 1],
    ['?page=2', 'books', 2],
    ['?page=0', 'books', 1],
    ['?page=-2', 'books', 1],
    ['?page=2.5', 'books', 1],
    ['?page=two', 'books', 1],
    ['?page=1234567', 'books', 1],
    ['?group=keywords&page=2', 'keywords', 2],
  ])('with the query "%s" are the %s on page %i, twenty per page', async (query, group, page) => {
    const pages = tablePages(finding({ books: 40, tags: 40, keywords: 40 }));
    await pages.open(`/search-more/result/sea${query}`);
    expect(pages.seen[0]?.params).toEqual({ keyword: 'sea', group, page, page_size: 20 });
  });

  it('show one group, whose pages link to each other', async () => {
    const results = await all('/search-more/result/sea?group=tags&page=2', { books: 70, tags: 45 });
    expect(results.group).toMatchObject({ kind: 'tags', total: 45, books: [] });
    expect(results.group.links[0]?.name).toBe('tag 21');
    expect(results.pagination).toMatchObject({
      page: 2,
      pages: 3,
      previous: '/search-more/result/sea?group=tags',
      next: '/search-more/result/sea?group=tags&page=3',
    });
  });

  it('span one page for every twenty results', async () => {
    const pagesOf = async (books: number) => (await all('/search-more/result/sea', { books })).pagination.pages;
    expect([await pagesOf(1), await pagesOf(20), await pagesOf(21)]).toEqual([1, 1, 2]);
  });

  it('do not exist beyond the last page, but the first page exists even if it is empty', async () => {
    const pages = tablePages(finding({ books: 20 }));
    expect(await pages.open('/search-more/result/sea?page=2')).toEqual({ status: 'missing' });
    expect(await pages.open('/search-more/result/sea?group=tags')).toMatchObject({ status: 'ok' });
  });

  it('link to the groups with results, and to the current group even if it is empty', async () => {
    const { groups } = await all('/search-more/result/sea?group=keywords', { books: 3 });
    expect(groups).toEqual([
      { name: 'books', href: '/search-more/result/sea', current: false },
      { name: 'keywords', href: '/search-more/result/sea?group=keywords', current: true },
    ]);
  });

  it('keep the book filters in links between pages, and have a link that clears them', async () => {
    const { pagination, filters } = await all('/search-more/result/sea?page=2&status=finished', { books: 60 });
    expect(pagination.next).toBe('/search-more/result/sea?page=3&status=finished');
    expect(filters).toMatchObject({ clearHref: '/search-more/result/sea', found: 60 });
  });

  it('have no filters in groups other than books', async () => {
    const pages = tablePages(finding({ books: 5, tags: 5 }));
    const model = await pages.model<SearchMoreModel>('/search-more/result/sea?group=tags&status=finished');
    expect(pages.seen[0]?.params).not.toHaveProperty('status');
    expect(model.results?.filters).toBeNull();
  });
});

describe('a search whose URL contains a content section', () => {
  const site = testSite('en', { ...testBrand, locales: ['en', 'es'] });
  const table = finding({ books: 21 });

  it("requests the section's content, links to its books and keeps the section in further links", async () => {
    const pages = tablePages(table, site);
    const { groups } = await pages.model<SearchModel>('/search/result/sea?section=9');
    expect(pages.seen.map(({ content }) => content)).toEqual(['es']);
    expect(groups[0]?.books[0]?.href).toMatch(/^\/es\/novel\/1\//);
    expect(groups[0]?.moreHref).toBe('/search-more/result/sea?section=9');
  });

  it("suggests words from the section, with links to pages in the visitor's language", async () => {
    const pages = tablePages(table, site);
    const { suggested } = await pages.model<SearchModel>('/search?section=9');
    expect(pages.seen.map(({ content }) => content)).toEqual(['es', 'es']);
    expect(suggested.links[0]?.href).toBe('/search/result/keyword%201');
  });

  it.each(['7', '25', 'es', ''])(
    `uses content in the language of the page if "%s" is not the section of another language`,
    async (section) => {
      const pages = tablePages(table, site);
      const { groups } = await pages.model<SearchModel>(`/search/result/sea?section=${section}`);
      expect(pages.seen.map(({ content }) => content)).toEqual(['en']);
      expect(groups[0]?.moreHref).toBe('/search-more/result/sea');
    },
  );
});
