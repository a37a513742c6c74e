import { describe, expect, it } from 'vitest';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { parsePath } from '#src/routes/parse.ts';
import { ACCOUNT_PAGES } from '#src/routes/paths.ts';
import type { AdsModel, BookListModel, HomeModel, IndexModel, TranslatorModel } from '#src/shell/page/models.ts';
import {
  makeBook,
  makeGenre,
  makeKeyword,
  makeTag,
  memorySource,
  testBrand,
  testSite,
} from '../../helpers/memory-source.ts';

const slowBurn = makeTag(5, 'slow burn', 1);
const unused = makeTag(6, 'unused', 1);
const keyword = makeKeyword(3, 'second chance');
const lonely = makeKeyword(4, 'nobody has it');
const books = [
  ...Array.from({ length: 45 }, (_, index) =>
    makeBook(index + 1, {
      tags: index < 25 ? [{ id: 5, name: 'slow burn' }] : [],
      keywords: index === 0 ? [3] : [],
      category: { name: 'Romance', sub_name: index < 3 ? 'Slow Burn' : null },
    }),
  ),
  makeBook(46, { title: '1001 Nights', category: { name: 'Fantasy', sub_name: 'Romance' } }),
];
const source = memorySource({
  books,
  genres: [makeGenre(1, 'Love', [slowBurn, unused]), makeGenre(2, 'Empty', [])],
  tags: [slowBurn, unused],
  keywords: [keyword, lonely],
  categories: [
    { name: 'Fantasy', subs: ['Romance'] },
    { name: 'Romance', subs: ['Slow Burn'] },
  ],
  rankings: [
    {
      type: 'hot',
      name: 'Popular',
      items: [
        { id: 7, name: 'This week' },
        { id: 8, name: 'All time' },
      ],
    },
    { type: 'new', name: 'New', items: [{ id: 9, name: 'Arrivals' }] },
  ],
  shelves: [{ id: 4, name: "Editors' choice", style: 'row', books: books.slice(0, 6) }],
});
const site = testSite();
const refs = PRERENDERED_VIEWS.flatMap((view) => [...view.paths(source, site)].map((ref) => ({ view, ref })));
const pathsOf = (kind: string) => refs.filter(({ ref }) => ref.kind === kind).map(({ ref }) => ref.path);

function model<M>(path: string): M {
  const page = refs.find(({ ref }) => ref.path === path);
  if (!page) throw new Error(`no page ${path}`);
  const loaded = page.view.load(page.ref, source, site);
  if (loaded.status !== 'ok') throw new Error(`${path}: ${loaded.status}`);
  return loaded.model as M;
}

describe('prerendered pages', () => {
  it('each have exactly one path', () => {
    const all = refs.map(({ ref }) => ref.path);
    expect(new Set(all).size).toBe(all.length);
  });

  it('parse back to their own view and page', () => {
    for (const { view, ref } of refs) {
      if (ref.kind === 'notFound' || ref.kind === 'serverError') continue;
      const match = parsePath(ref.path, ['en']);
      expect(match, ref.path).toMatchObject({ kind: ref.kind, page: ref.page });
      const byAddress = view.load({ params: match?.params ?? {}, page: ref.page }, source, site);
      expect(byAddress, ref.path).toEqual(view.load(ref, source, site));
    }
  });

  it('have unique aliases', () => {
    const all = refs.flatMap(({ ref }) => ref.aliases);
    expect(new Set(all).size).toBe(all.length);
  });

  it('never include an empty list', () => {
    expect(pathsOf('genre')).toEqual(['/genres/1/Love', '/genres/1/Love/page-2', '/genres/1/Love/page-3']);
    expect(pathsOf('tag')).toEqual(['/tags/5/slow-burn', '/tags/5/slow-burn/page-2']);
    expect(pathsOf('keyword')).toEqual(['/keywords/second-chance/1']);
    expect(pathsOf('allTags')).toEqual(['/all-tags/1']);
  });

  it('do not exist beyond the last page of a list', () => {
    const view = PRERENDERED_VIEWS.find(({ kind }) => kind === 'tag');
    expect(view?.load({ params: { id: '5' }, page: 3 }, source, site)).toEqual({ status: 'missing' });
    expect(view?.load({ params: { id: '99' }, page: 1 }, source, site)).toEqual({ status: 'missing' });
  });

  it('include the account area with its five subpages', () => {
    expect(pathsOf('myinfo')).toEqual(['/myinfo', ...ACCOUNT_PAGES.map((child) => `/myinfo/${child}`)]);
  });

  it('do not include sign-in and account lists if the upstream has no accounts', () => {
    const without = memorySource({ books, accounts: false });
    const paths = PRERENDERED_VIEWS.flatMap((view) => [...view.paths(without, site)].map((ref) => ref.path));
    expect(paths).not.toContain('/login');
    expect(paths.filter((path) => path.startsWith('/myinfo'))).toEqual([
      '/myinfo',
      '/myinfo/privacyPolicy',
      '/myinfo/teams_of_services',
    ]);
  });

  it('show the books of the default ranking on the campaign and translator pages, without duplicates', () => {
    const { books: shown } = model<AdsModel>('/ads');
    expect(shown.map(({ id }) => id)).toEqual(books.slice(0, 12).map(({ id }) => id));
    const { offered, open } = model<TranslatorModel>('/becomeOurTranslator');
    expect([offered.length, open]).toEqual([8, true]);
    expect(pathsOf('lastRead')).toEqual(['/book-reader']);
  });

  it('include a translator page that offers books from shelves and says whether the upstream accepts applications', () => {
    const shelf = { id: 4, name: 'Shelf', style: 'row' as const, books: books.slice(0, 3) };
    const smallSource = memorySource({ books: [], shelves: [shelf], translators: false });
    const view = PRERENDERED_VIEWS.find(({ kind }) => kind === 'translator');
    expect(view?.load({ params: {}, page: 1 }, smallSource, site)).toMatchObject({
      model: { offered: [{ id: 1 }, { id: 2 }, { id: 3 }], open: false },
    });
  });

  it('include a ranking page for the navigation even if no ranking has books', () => {
    const view = PRERENDERED_VIEWS.find(({ kind }) => kind === 'ranking');
    const empty = memorySource({ books: [] });
    expect([...(view?.paths(empty, site) ?? [])].map((ref) => ref.path)).toEqual(['/ranking']);
    expect(view?.load({ params: {}, page: 1 }, empty, site)).toMatchObject({ status: 'ok', model: { books: [] } });
    expect(pathsOf('ranking')).not.toContain('/ranking');
  });

  it('have the page number in the last segment for rankings and letters', () => {
    expect(pathsOf('ranking')).toContain('/ranking/hot/7/3');
    expect(pathsOf('letter')).toEqual(['/hotnovels/B/1', '/hotnovels/B/2', '/hotnovels/B/3', '/hotnovels/0/1']);
  });
});

describe('page aliases', () => {
  const identitiesOf = (path: string) => refs.find(({ ref }) => ref.path === path)?.ref.aliases;

  it('give the first ranking of a type the alias of the type, and the first of all rankings the alias "ranking"', () => {
    expect(identitiesOf('/ranking/hot/7/1')).toEqual(['ranking:hot:7', 'ranking:hot', 'ranking']);
    expect(identitiesOf('/ranking/hot/8/1')).toEqual(['ranking:hot:8']);
    expect(identitiesOf('/ranking/new/9/1')).toEqual(['ranking:new:9', 'ranking:new']);
  });

  it('identify a subcategory by its name alone unless a category has that name', () => {
    expect(identitiesOf('/category/Romance/Slow-Burn')).toEqual(['category:Romance/Slow-Burn', 'sub:Slow-Burn']);
    expect(identitiesOf('/category/Fantasy/Romance')).toEqual(['category:Fantasy/Romance', 'sub:Romance']);
    expect(parsePath('/category/Romance', ['en'])?.aliases).toEqual(['category:Romance', 'sub:Romance']);
    expect(parsePath('/category/Romance/any-title', ['en'])?.aliases.at(-1)).toBe('sub:Romance');
  });

  it('assign a name shared by two shelves to the first shelf', () => {
    const shelf = { name: 'Twice', style: 'row' as const, books: books.slice(0, 2) };
    const twins = memorySource({
      books,
      shelves: [
        { id: 8, ...shelf },
        { id: 9, ...shelf },
      ],
    });
    const view = PRERENDERED_VIEWS.find(({ kind }) => kind === 'section');
    const firsts = [...(view?.paths(twins, site) ?? [])].filter((ref) => ref.page === 1);
    expect(firsts.map((ref) => ref.aliases)).toEqual([['section:8', 'sectionName:Twice'], ['section:9']]);
  });

  it('belong only to the first page of a list', () => {
    expect(identitiesOf('/genres/1/Love')).toEqual(['genre:1']);
    expect(identitiesOf('/genres/1/Love/page-2')).toEqual([]);
  });
});

describe('models of prerendered pages', () => {
  it('number the books of a list and link its pages', () => {
    const { first, books: cards, pagination } = model<BookListModel>('/genres/1/Love/page-2');
    expect(first).toBe(21);
    expect(cards).toHaveLength(20);
    expect(cards[0]).toMatchObject({ title: 'Book 21', href: '/novel/21/Romance/Book-21', finished: false });
    expect(pagination).toEqual({
      page: 2,
      pages: 3,
      previous: '/genres/1/Love',
      next: '/genres/1/Love/page-3',
      links: [
        { page: 1, href: '/genres/1/Love' },
        { page: 2, href: '/genres/1/Love/page-2' },
        { page: 3, href: '/genres/1/Love/page-3' },
      ],
    });
  });

  it('link only to existing pages on index pages', () => {
    const paths = new Set(refs.map(({ ref }) => ref.path));
    for (const path of ['/genres', '/tags', '/hotnovels', '/keywords', '/all-tags/1']) {
      const { groups, menu } = model<IndexModel>(path);
      for (const { href } of menu) expect(paths, path).toContain(href);
      for (const { href, links } of groups) {
        if (href !== null) expect(paths, path).toContain(href);
        for (const link of links) expect(paths.has(link.href) || link.href.startsWith('/novel/'), link.href).toBe(true);
      }
    }
  });

  it('link to every category on the genres page', () => {
    const { menu } = model<IndexModel>('/genres');
    expect(menu.map(({ href }) => href)).toEqual(['/category/Fantasy', '/category/Romance']);
    expect(model<IndexModel>('/tags').menu).toEqual([]);
  });

  it('list tags without a genre last on the tags page', () => {
    const loose = makeTag(7, 'found family');
    const withLoose = memorySource({
      books: [makeBook(1, { tags: [slowBurn, loose] })],
      genres: [makeGenre(1, 'Love', [slowBurn])],
      tags: [loose, slowBurn],
    });
    const view = PRERENDERED_VIEWS.find(({ kind }) => kind === 'tags');
    const loaded = view?.load({ params: {}, page: 1 }, withLoose, site);
    const groups = loaded?.status === 'ok' ? (loaded.model as IndexModel).groups : [];
    expect(groups.map(({ name, links }) => [name, links.map((link) => link.name)])).toEqual([
      ['Love', ['slow burn']],
      ['', ['found family']],
    ]);
  });

  it('include shelves, the default ranking and links to lists on the home page', () => {
    const home = model<HomeModel>('/');
    expect(home.shelves).toMatchObject([{ name: "Editors' choice", href: '/secPage/4/Editors--choice' }]);
    expect(home.ranking).toMatchObject({ name: 'This week', href: '/ranking/hot/7/1' });
    expect(home.ranking?.books).toHaveLength(10);
    expect(home.genres).toEqual([{ name: 'Love', href: '/genres/1/Love' }]);
    expect(home.tags).toEqual([{ name: 'slow burn', href: '/tags/5/slow-burn' }]);
  });

  it("have cover URLs under the brand's prefix, except for covers on other sites", () => {
    const cover = { url: '/media/covers/a.webp', widths: [160], tone: 3 };
    const withCovers = memorySource({
      books: [makeBook(1, { cover }), makeBook(2, { cover: { ...cover, url: 'https://cdn.example/a.webp' } })],
      genres: [makeGenre(1, 'Love', [])],
    });
    const view = PRERENDERED_VIEWS.find(({ kind }) => kind === 'genre');
    const loaded = view?.load({ params: { id: '1' }, page: 1 }, withCovers, site);
    const cards = loaded?.status === 'ok' ? (loaded.model as BookListModel).books : [];
    expect(cards.map((card) => card.cover?.url)).toEqual([
      `${testBrand.apiPrefix}/media/covers/a.webp`,
      'https://cdn.example/a.webp',
    ]);
  });
});
