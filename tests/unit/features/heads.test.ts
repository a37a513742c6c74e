import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadBrands } from '#src/brand/registry.ts';
import { authorHead } from '#src/features/book/author-head.ts';
import { novelHead } from '#src/features/book/head.ts';
import { helpHead } from '#src/features/help-event/head.ts';
import { indexHead, listHead } from '#src/features/listing/head.ts';
import { readerHead } from '#src/features/reader/head.ts';
import { searchHead, searchMoreHead } from '#src/features/search/head.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import type { T } from '#src/i18n/t.ts';
import { kindsWhere } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Head } from '#src/shell/head/build-head.ts';
import type { HeadContext } from '#src/shell/head/head-parts.ts';
import { shellHead } from '#src/shell/head/shell-head.ts';
import { bookCard } from '#src/shell/page/book-card.ts';
import type { BookListModel, IndexModel, NovelModel, ReaderModel, ShellModel } from '#src/shell/page/models.ts';
import { pagination } from '#src/shell/page/pagination.ts';
import { isInSitemaps } from '#src/shell/page/sitemap-groups.ts';
import type { PageRef } from '#src/shell/page/view.ts';
import {
  makeBook,
  makeGenre,
  makeKeyword,
  makeTag,
  memorySource,
  testBrand,
  testSite,
} from '../../helpers/memory-source.ts';
import { englishT } from '../../helpers/texts.ts';

type HeadFunction = (context: HeadContext, model: unknown) => Head;

let t: T;
/** The functions of the features' head.ts by name. */
const headFunctions: Record<string, HeadFunction> = {};
beforeAll(async () => {
  t = await englishT();
  for (const feature of readdirSync('src/features')) {
    const file = resolve('src/features', feature, 'head.ts');
    if (existsSync(file)) Object.assign(headFunctions, await import(file));
  }
});

const site = testSite();
const tag = makeTag(1, 'Romance', 1);
const books = Array.from({ length: 45 }, (_, index) =>
  makeBook(index + 1, {
    title: index === 44 ? '1001 Nights' : `Book ${index + 1}`,
    tags: [tag],
    keywords: [1],
    category: { name: index % 2 === 0 ? 'Romance' : 'Fantasy', sub_name: 'Slow Burn' },
  }),
);
const source = memorySource({
  books,
  genres: [makeGenre(1, 'Romance', [tag])],
  tags: [tag],
  keywords: [makeKeyword(1, 'Romance')],
  categories: [
    { name: 'Romance', subs: ['Slow Burn'] },
    { name: 'Fantasy', subs: ['Slow Burn'] },
  ],
  rankings: [
    { type: 'hot', name: 'Hot', items: [{ id: 1, name: 'Week' }] },
    { type: 'new', name: 'New', items: [{ id: 2, name: 'Week' }] },
  ],
  shelves: [{ id: 1, name: 'Romance', style: 'row', books: books.slice(0, 3) }],
});

/** The head of every page in the release, by path. */
function heads(catalogue = source): Map<string, Head> {
  return new Map(
    PRERENDERED_VIEWS.flatMap((view) =>
      [...view.paths(catalogue, site)].map((ref) => {
        const loaded = view.load(ref, catalogue, site);
        if (loaded.status !== 'ok') throw new Error(ref.path);
        return [ref.path, headOf(ref, loaded.model)] as const;
      }),
    ),
  );
}

/**
 * The head of a page. It is created by `<kind>Head` in a feature's head.ts, or by the function that several kinds
 * share.
 */
function headOf({ kind: pageKind, path }: PageRef, model: unknown): Head {
  const context = { site, t, path };
  const own = headFunctions[`${pageKind}Head`];
  if (own) return own(context, model);
  const { kind } = model as { kind: string };
  if (['genres', 'tags', 'allTags', 'hotnovels', 'keywords'].includes(kind))
    return indexHead(context, model as IndexModel);
  if ('pagination' in (model as object)) return listHead(context, model as BookListModel);
  if ('child' in (model as object)) return shellHead(context, model as ShellModel);
  throw new Error(
    `Export ${pageKind}Head from the feature's head.ts, or call the function that its component calls here.`,
  );
}

/** Signs of a missing value in a text. */
const HOLES = /\{\{|undefined|null|: ?[.!?]|,\s*[.,]|\s[.,:;]|\s{2}|^\s|\s$|\(\)|“”/;

describe('heads of prerendered pages', () => {
  it('have unique titles with the brand and, from page two on, the page number', () => {
    const all = heads();
    expect(new Set([...all.values()].map(({ title }) => title)).size).toBe(all.size);
    for (const [path, { title }] of all) {
      expect(title, path).toContain(testBrand.appName);
      const page = parsePath(path, ['en'])?.page ?? 1;
      if (page > 1) expect(title, path).toContain(`page ${page}`);
    }
  });

  it('contain "best" in their titles, except error pages', () => {
    const errors = ['/404', '/400', '/500', '/offline'];
    const withoutBest = [...heads()].filter(([path, { title }]) => !errors.includes(path) && !/best/i.test(title));
    expect(withoutBest.map(([path]) => path)).toEqual([]);
    expect(heads().get('/history')?.title).toBe('Reading history – the best novels | Test Reads');
    expect(heads().get('/myinfo/voucherHistory')?.title).toBe('Vouchers – the best novels | Test Reads');
  });

  it('name the page and the brand in the title of /offline of every brand', async () => {
    for (const { appName } of await loadBrands('brands')) {
      const context = { site: testSite('en', { ...testBrand, appName }), t, path: '/offline' };
      const { title } = shellHead(context, { kind: 'offline', child: null });
      expect(title).toBe(`You are offline – books on this device | ${appName}`);
    }
  });

  it('have complete descriptions, unique for each indexed page', () => {
    const all = [...heads()];
    for (const [path, { description }] of all) expect(description, path).not.toMatch(HOLES);
    const indexed = all.filter(([, { robots }]) => robots.startsWith('index'));
    expect(new Set(indexed.map(([, { description }]) => description)).size).toBe(indexed.length);
  });

  it('are complete even if the snapshot is empty or has few names', () => {
    const [only] = books;
    const smallSource = memorySource({
      books: [{ ...(only ?? makeBook(1)), introduction: '' }],
      genres: [{ ...makeGenre(1, 'Romance', []), introduction: '' }],
    });
    for (const catalogue of [memorySource({ books: [] }), smallSource]) {
      for (const [path, { title, description }] of heads(catalogue))
        expect(`${title}|${description}`, path).not.toMatch(HOLES);
    }
    expect(heads(smallSource).get('/genres/1/Romance')?.description).toBe('Romance novels on Test Reads: Book 1.');
  });

  it('contain the page number on list pages, and each list page is its own canonical page', () => {
    const second = heads().get('/genres/1/Romance/page-2');
    expect(second).toMatchObject({
      title: 'Best Romance novels to read online – page 2 | Test Reads',
      canonical: 'https://www.test.example/genres/1/Romance/page-2',
    });
    const [trail, list] = (second?.jsonLd ?? []).map((json) => JSON.parse(json));
    expect(trail['@type']).toBe('BreadcrumbList');
    expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual(['Home', 'Genres', 'Romance']);
    expect(list).toMatchObject({ '@type': 'CollectionPage', name: 'Romance novels' });
    expect(list.mainEntity).toMatchObject({ '@type': 'ItemList', numberOfItems: 20 });
    expect(list.mainEntity.itemListElement[0]).toMatchObject({ position: 21, name: 'Book 21' });
  });

  it('name the publisher on the home page', () => {
    const home =
      heads()
        .get('/')
        ?.jsonLd.map((json) => JSON.parse(json)) ?? [];
    expect(home.map((data) => data['@type'])).toEqual(['WebSite', 'Organization']);
    expect(home[1]).toMatchObject({ name: testBrand.appName, url: testBrand.origin });
  });

  it('allow search engines to index exactly the pages in sitemaps', () => {
    const kindOf = (path: string) => parsePath(path, ['en'])?.kind ?? 'notFound';
    const indexed = [...heads()].filter(([, { robots }]) => robots.startsWith('index')).map(([path]) => path);
    expect(indexed).toEqual([...heads().keys()].filter((path) => isInSitemaps(kindOf(path))));
    const onDemand = kindsWhere(({ rendering }) => rendering === 'on-demand');
    expect(onDemand.filter(isInSitemaps)).toEqual(['author']);
  });

  it('set noindex on app shells and error pages', () => {
    const all = heads();
    for (const path of ['/login', '/history', '/notebook', '/myinfo', '/myinfo/myLocked', '/404', '/400', '/500'])
      expect(all.get(path)?.robots, path).toBe('noindex, follow');
    expect(all.get('/404')?.canonical).toBeNull();
    expect(all.get('/login')?.canonical).toBe('https://www.test.example/login');
  });
});

const book = {
  ...makeBook(7, { title: 'Mrs. Dalloway', introduction: '', author: { id: 3, name: 'V. Woolf' } }),
  published_at: '2026-01-01T00:00:00Z',
  first_chapter_id: 70,
  last_chapter: null,
  source: null,
};
const novel: NovelModel = {
  book,
  href: '/novel/7/Romance/Mrs--Dalloway',
  owner: null,
  authorHref: '/author/3/V--Woolf',
  readable: true,
  editions: [],
  categoryHref: '/category/Romance',
  seriesHref: null,
  tags: [],
  readHref: '/book-reader/7/70',
  chapters: [],
  order: 'oldest',
  related: [],
  trail: [{ name: 'Romance', href: '/category/Romance' }],
};
const reader: ReaderModel = {
  book: { id: 7, title: book.title, category: book.category, author: book.author, cover: null, language: 'en' },
  bookHref: novel.href,
  authorHref: novel.authorHref,
  owner: null,
  paragraphs: 'spaced',
  html: '<p>x</p>',
  previousHref: null,
  nextHref: '/book-reader/7/71',
  editions: [],
  chapterCount: 9,
  bookWords: 900,
  canReport: true,
  chapter: {
    id: 70,
    number: 1,
    title: 'Flowers',
    part: null,
    locked: false,
    words: 10,
    price: null,
    free_from: null,
    updated_at: '2026-03-01T00:00:00Z',
  },
};
const types = ({ jsonLd }: Head) => jsonLd.map((json) => JSON.parse(json)['@type']);

describe('heads of pages rendered on request', () => {
  it('have a description for a novel even without an introduction', () => {
    const actual = novelHead({ site, t, path: novel.href }, novel);
    expect(actual).toMatchObject({
      title: 'Mrs. Dalloway by V. Woolf – best read online | Test Reads',
      description: 'Read Mrs. Dalloway by V. Woolf chapter by chapter on Test Reads.',
      robots: 'index, follow, max-image-preview:large',
      appleApp: expect.stringContaining('testreads://novel/7'),
    });
    expect(types(actual)).toEqual(['BreadcrumbList', 'Book']);
  });

  it('include the rating of a novel if readers have rated it', () => {
    const bookOf = (fields: Partial<NovelModel['book']>) =>
      JSON.parse(novelHead({ site, t, path: novel.href }, { ...novel, book: { ...book, ...fields } }).jsonLd[1] ?? '');
    expect(bookOf({ rating: 4.56, rating_count: 1204 }).aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: 4.6,
      ratingCount: 1204,
      bestRating: 5,
    });
    expect(bookOf({ rating: 4.56 })).not.toHaveProperty('aggregateRating');
    expect(bookOf({ rating: null, rating_count: 0 })).not.toHaveProperty('aggregateRating');
  });

  it('set the canonical URL to the brand that owns the book', () => {
    const owner = 'https://www.other.example';
    for (const [path, actual] of [
      [novel.href, novelHead({ site, t, path: novel.href }, { ...novel, owner })],
      ['/book-reader/7/70', readerHead({ site, t, path: '/book-reader/7/70' }, { ...reader, owner })],
    ] as const) {
      expect(actual.canonical).toBe(owner + path);
      expect(actual.og).toContainEqual(['og:url', owner + path]);
      expect(actual.og).toContainEqual(['og:site_name', 'Test Reads']);
      expect(JSON.parse(actual.jsonLd[1] ?? '').url).toBe(owner + path);
      expect(actual.alternates).toEqual([]);
      expect(actual.robots).toMatch(/^index/);
      for (const text of actual.jsonLd.slice(0, 1)) expect(text).not.toContain(owner);
    }
  });

  it('set the canonical URL of a help event page to the page of the novel', () => {
    const actual = novelHead({ site, t, path: '/active-novel/7/Romance/Mrs--Dalloway' }, novel);
    expect(actual).toMatchObject({
      title: 'Mrs. Dalloway: a help event – the best novels | Test Reads',
      canonical: `${testBrand.origin}${novel.href}`,
      robots: expect.stringMatching(/^index/),
    });
  });

  it('contain the number of a chapter and the beginning of its free preview', () => {
    const actual = readerHead({ site, t, path: '/book-reader/7/70' }, reader);
    expect(actual.title).toBe('Flowers – Mrs. Dalloway (1/9) – the best novels | Test Reads');
    expect(types(actual)).toEqual(['BreadcrumbList', 'Article']);
    expect(JSON.parse(actual.jsonLd[1] ?? '')).toMatchObject({ isAccessibleForFree: true, position: 1 });
    const locked = { ...reader, chapter: { ...reader.chapter, locked: true } };
    expect(JSON.parse(readerHead({ site, t, path: '/x' }, locked).jsonLd[1] ?? '')).toMatchObject({
      isAccessibleForFree: false,
      hasPart: { cssSelector: '.chapter-locked' },
    });
    const inApp = readerHead({ site, t, path: '/x' }, { ...reader, html: null });
    expect(JSON.parse(inApp.jsonLd[1] ?? '')).not.toHaveProperty('hasPart');
    expect(inApp).toMatchObject({ robots: 'noindex, follow', description: expect.stringMatching(/in the .+ app\.$/) });
  });

  it('set the canonical URL of a filtered list to the unfiltered list, without noindex', () => {
    const view = PRERENDERED_VIEWS.find(({ kind }) => kind === 'genre');
    const loaded = view?.load({ params: { id: '1' }, page: 1 }, source, site);
    const model = loaded?.status === 'ok' ? (loaded.model as BookListModel) : expect.fail('no list');
    const filters = { groups: [], clearHref: '/genres/1/Romance', found: 3 };
    const actual = listHead({ site, t, path: '/genres/1/Romance' }, { ...model, filters });
    expect(actual.canonical).toBe('https://www.test.example/genres/1/Romance');
    expect(actual.robots).toMatch(/^index/);
    expect(actual.jsonLd).toEqual([]);
    expect(listHead({ site, t, path: '/genres/1/Romance' }, model).robots).toMatch(/^index/);
  });

  it('are complete for an author without books', () => {
    const author = { id: 3, name: 'V. Woolf', introduction: '', avatar: null };
    const model = { author, books: [], first: 1, pagination: pagination(1, 0, () => '/'), trail: [] };
    expect(authorHead({ site, t, path: '/author/3/V--Woolf' }, model)).toMatchObject({
      title: 'Best novels by V. Woolf | Test Reads',
      description: 'V. Woolf on Test Reads.',
    });
    expect(types(authorHead({ site, t, path: '/author/3/V--Woolf' }, model))).toEqual([
      'BreadcrumbList',
      'ProfilePage',
    ]);
  });

  it('contain the page number on author pages, and introduce the author only on the first page', () => {
    const author = { id: 3, name: 'V. Woolf', introduction: 'Wrote by the sea.', avatar: null };
    const cards = books.slice(20, 40).map((book) => bookCard(book, site));
    const actual = (page: number) => {
      const model = { author, books: cards, first: 20 * page - 19, pagination: pagination(page, 3, String), trail: [] };
      return authorHead({ site, t, path: '/author/3/V--Woolf' }, model);
    };
    const list = JSON.parse(actual(2).jsonLd.at(-1) ?? '');
    expect(list.itemListElement[0]).toMatchObject({ position: 21, name: 'Book 21' });
    expect([1, 2].map((page) => actual(page).description.includes('Wrote by the sea.'))).toEqual([true, false]);
  });

  it('allow search engines to index the search page only if it has no search word', () => {
    const context = { site, t, path: '/search' };
    expect(searchHead(context, { word: '' }).robots).toMatch(/^index/);
    const head = searchHead(context, { word: '$t(seo:page) {{brand}}' });
    expect(head).toMatchObject({
      robots: 'noindex, follow',
      title: expect.stringContaining('“$t(seo:page) {{brand}}”'),
    });
    expect([searchHead(context, { word: '' }).canonical, head.canonical]).toEqual([`${testBrand.origin}/search`, null]);
    const results = { ...NO_RESULTS, pagination: pagination(2, 3, () => '/') };
    expect(searchMoreHead(context, { word: 'love', results }).title).toBe(
      'Every result for “love” – page 2 – the best novels',
    );
    expect(searchMoreHead(context, { word: '', results: null })).toMatchObject({
      robots: 'noindex, follow',
      title: 'Search for more of the best novels | Test Reads',
    });
  });

  it('omit the brand if a chapter title would exceed 60 characters', () => {
    const titleOf = (title: string) => {
      const model = { ...reader, chapter: { ...reader.chapter, title } };
      return readerHead({ site, t, path: '/x' }, model).title;
    };
    expect(titleOf('Tea')).toBe('Tea – Mrs. Dalloway (1/9) – the best novels | Test Reads');
    expect(titleOf('Tea in the garden')).toBe('Tea in the garden – Mrs. Dalloway (1/9) – the best novels');
  });

  it('truncate a chapter title, then the book title, at the end of a word', () => {
    const titleOf = (chapter: string, title: string) => {
      const model = { ...reader, book: { ...reader.book, title }, chapter: { ...reader.chapter, title: chapter } };
      return readerHead({ site, t, path: '/x' }, model).title;
    };
    expect(titleOf('In which nobody goes to the lighthouse', 'Mrs. Dalloway')).toBe(
      'In which nobody… – Mrs. Dalloway (1/9) – the best novels',
    );
    expect(titleOf('Everything but the Hat', 'Half Past Four at Kettleworth')).toBe(
      'Everything… – Half Past Four at… (1/9) – the best novels',
    );
  });

  it("omit a novel's author, then truncate the title, to stay within 60 characters", () => {
    const titleOf = (title: string, name: string) =>
      novelHead({ site, t, path: novel.href }, { ...novel, book: { ...book, title, author: { id: 3, name } } }).title;
    const author = 'Valentin Fairweather of Kettleworth';
    expect(titleOf('Nine Hundred Miles', author)).toBe('Nine Hundred Miles – the best novels | Test Reads');
    expect(titleOf('The Extraordinarily Long Account of Everything After', author)).toBe(
      'The Extraordinarily Long Account of… – the best novels',
    );
  });

  it('truncate the name of a list to keep the title within 60 characters', () => {
    const long = memorySource({
      books,
      genres: [makeGenre(1, 'Letters That Were Never Sent but Kept and Read', [tag])],
    });
    const titles = [1, 2].map(
      (page) =>
        heads(long).get(`/genres/1/Letters-That-Were-Never-Sent-but-Kept-and-Read${page === 1 ? '' : `/page-${page}`}`)
          ?.title,
    );
    expect(titles).toEqual([
      'Best Letters That Were Never Sent but… novels to read online',
      'Best Letters That Were Never… novels to read online – page 2',
    ]);
  });

  it('contain the name of the person who started a help event', () => {
    const event = { id: 5, book, inviter: 'Mo', state: 'open', needed: 2, helped: 1 } as const;
    const card = { ...listBook(), title: book.title };
    const actual = helpHead(
      { site, t, path: '/invited-to-help/7/5' },
      { canHelp: true, event: { ...event, expires_at: '2027-01-01T00:00:00Z' }, book: card },
    );
    expect(actual).toMatchObject({
      title: 'Help Mo read Mrs. Dalloway – the best novels | Test Reads',
      robots: 'noindex, follow',
    });
  });
});

const NO_RESULTS = {
  corrected: null,
  filters: null,
  groups: [],
  group: { kind: 'books', total: 0, books: [], links: [], moreHref: null },
} as const;

function listBook() {
  const view = PRERENDERED_VIEWS.find(({ kind }) => kind === 'genre');
  const loaded = view?.load({ params: { id: '1' }, page: 1 }, source, site);
  const [card] = loaded?.status === 'ok' ? (loaded.model as BookListModel).books : [];
  return card ?? expect.fail('no card');
}
