import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { authorHead } from '#src/features/book/author-head.ts';
import { homeHead } from '#src/features/home/head.ts';
import { indexHead, listHead } from '#src/features/listing/head.ts';
import { createIslandT } from '#src/i18n/island-t.ts';
import type { T } from '#src/i18n/t.ts';
import type { Head } from '#src/shell/head/build-head.ts';
import { bookCard } from '#src/shell/page/book-card.ts';
import type { AuthorModel, BookListModel, HomeModel, IndexModel } from '#src/shell/page/models.ts';
import { pagination } from '#src/shell/page/pagination.ts';
import { makeBook, testBrand, testSite } from '../../helpers/memory-source.ts';
import { englishT } from '../../helpers/texts.ts';

let t: T;
beforeAll(async () => {
  t = await englishT();
});

/** Texts of a language by `area:key`. */
const localTexts = (code: LocaleCode): Record<string, string> =>
  Object.fromEntries(
    ['seo', 'listing'].flatMap((area) =>
      Object.entries(JSON.parse(readFileSync(`src/i18n/locales/${code}/${area}.json`, 'utf8'))).map(([key, text]) => [
        `${area}:${key}`,
        String(text),
      ]),
    ),
  );

const site = testSite('en', { ...testBrand, locales: ['en', 'es'] });
const books = Array.from({ length: 5 }, (_, index) => bookCard(makeBook(index + 1), site));
const context = (path: string) => ({ site, t, path });
const link = (name: string, current = false) => ({ name, href: `/${name}`, current });

const LIST: BookListModel = {
  kind: 'genre',
  name: 'Love',
  introduction: 'About love.',
  trail: [],
  books,
  first: 1,
  siblings: [],
  menu: [],
  filters: null,
  pagination: pagination(1, 3, String),
};
const list = (change: Partial<BookListModel>, path = '/genres/1/Love') =>
  listHead(context(path), { ...LIST, ...change });
/** Paths of the feeds that a head names. */
const feedsOf = ({ feeds }: Head) => feeds.map(({ href }) => href.replace(testBrand.origin, ''));
const types = ({ jsonLd }: Head) => jsonLd.map((text) => JSON.parse(text)['@type']);
const second = { pagination: pagination(2, 3, String) };

describe('the head of a list', () => {
  it('introduces the list on its first page, names three books and mentions that there are more', () => {
    expect(list({}).description).toBe('Love novels on Test Reads: Book 1, Book 2, Book 3, and more. About love.');
    expect(list(second).description).not.toContain('About love.');
  });

  it('is noindex and contains no books if the list is empty', () => {
    const actual = list({ books: [], introduction: '' });
    expect([actual.robots, types(actual)]).toEqual(['noindex, follow', []]);
    expect(list({}).robots).toMatch(/^index/);
  });

  it('contains structured data of the books only if the list is unfiltered', () => {
    const filters = { groups: [], clearHref: null, found: null };
    expect(types(list({ filters }))).toContain('CollectionPage');
    expect(types(list({ filters: { ...filters, clearHref: '/genres/1/Love' } }))).toEqual([]);
  });

  it('names the parent of a subcategory', () => {
    const part = list({ kind: 'category', name: 'Sea', trail: [{ name: 'Romance', href: '/category/Romance' }] });
    expect(part.title).toBe('Best stories in Romance: Sea | Test Reads');
    expect(list({ kind: 'category', name: 'Romance' }).title).toBe('Best Romance stories to read online | Test Reads');
  });

  it.each([
    ['keyword', 'bakery novels', 'Best bakery novels'],
    ['keyword', 'books about pirates', 'Best books about pirates'],
    ['keyword', 'bakery', 'Best bakery novels'],
    ['keyword', 'novelty', 'Best novelty novels'],
    ['genre', 'Web Novels', 'Best Web Novels to read online'],
    ['genre', 'Science fiction', 'Best Science fiction to read online'],
    ['category', 'Short stories', 'Best Short stories to read online'],
    ['category', 'Romance', 'Best Romance stories to read online'],
  ] as const)('contains the word "novels" only once for %s "%s"', (kind, name, title) => {
    const actual = list({ kind, name, introduction: '' });
    expect(actual.title).toBe(`${title} | Test Reads`);
    expect(actual.description).not.toMatch(/novels novels|stories stories|fiction novels|pirates novels/i);
  });

  it.each([
    ['cn', '烘焙小说', '最好看的烘焙小说 | Test Reads'],
    ['cn', '烘焙', '最好看的烘焙小说 | Test Reads'],
    ['vn', 'tiểu thuyết ma', 'tiểu thuyết ma hay nhất | Test Reads'],
    ['vn', 'ma', 'Truyện ma hay nhất | Test Reads'],
  ] as const)('contains the word for novels only once for a keyword in %s: %s', (code, name, title) => {
    const local = testSite(code, { ...testBrand, locales: ['en', code] });
    const words = createIslandT(localTexts(code), LOCALES[code].tag);
    const model = { ...LIST, kind: 'keyword', name } as const;
    expect(listHead({ site: local, t: (key, values) => words(key, values), path: '/x' }, model).title).toBe(title);
  });

  it('names the brand in the description even with a long introduction', () => {
    const long = { introduction: 'An introduction. '.repeat(20) };
    expect(list(long).description).toContain('Test Reads');
    const author = { id: 1, name: 'Ann', avatar: null, ...long };
    const model: AuthorModel = { author, books, first: 1, pagination: LIST.pagination, trail: [] };
    expect(authorHead(context('/author/1/Ann'), model).description).toContain('Test Reads');
  });

  it('does not contain "#" for the list of titles that do not begin with a letter', () => {
    expect(list({ kind: 'letter', name: '#' }).title).toBe(
      'Best novels beginning with a number or symbol | Test Reads',
    );
    expect(list({ kind: 'letter', name: 'A' }).title).toBe('Best novels beginning with A | Test Reads');
  });
});

describe('the head of a ranking', () => {
  const ranking = { kind: 'ranking', name: 'Week', menu: [link('New'), link('Hot', true)] } as const;

  it('contains the ranking type that is marked in the menu', () => {
    expect(list(ranking, '/ranking/hot/3/1').title).toBe('Best novels, Hot: Week | Test Reads');
  });

  it('links to its feed in every format, on the first page only, unlike the heads of other lists', () => {
    const actual = list(ranking, '/ranking/hot/3/1');
    expect(feedsOf(actual)).toEqual(['rss', 'atom', 'opds', 'opds2'].map((format) => `/feeds/ranking/hot/3.${format}`));
    expect(actual.feeds[0]?.title).toBe('Hot, Week – Test Reads');
    expect(feedsOf(list({ ...ranking, ...second }, '/ranking/hot/3/2'))).toEqual([]);
    expect(feedsOf(list({}))).toEqual([]);
  });

  it('says that there is no ranking yet, and is noindex', () => {
    const actual = list({ kind: 'ranking', name: '', introduction: '', books: [] }, '/ranking');
    expect(actual).toMatchObject({
      title: 'Best novels by ranking | Test Reads',
      description: 'The rankings of Test Reads are not ready yet.',
      robots: 'noindex, follow',
      feeds: [],
    });
  });
});

describe('the head of an index', () => {
  const group = (name: string, href: string | null, ...names: string[]) => ({
    name,
    href,
    introduction: '',
    links: names.map((one) => link(one)),
  });
  const INDEX: IndexModel = {
    kind: 'tags',
    name: '',
    trail: [],
    menu: [],
    groups: [group('Love', '/all-tags/1', 'sea'), group('', null, 'town', 'war')],
    pagination: null,
  };
  const index = (change: Partial<IndexModel>, path = '/tags') => indexHead(context(path), { ...INDEX, ...change });

  it('lists at most six groups, or six links of a group without a name', () => {
    expect(index({}).description).toBe('The tags of Test Reads, grouped by genre: Love, town, and war.');
    const many = index({ groups: [group('', null, ...'abcdefg')] }).description;
    expect(many).toContain('a, b, c, d, e, f, and more.');
    expect(index({ groups: [group('', null, ...'abcdef')] }).description).not.toContain('more');
  });

  it('describes each empty page differently, because search engines drop duplicates', () => {
    expect(index({ groups: [] }).description).toBe('Tags: novels on Test Reads, chapter by chapter.');
    const kinds = ['genres', 'tags', 'keywords', 'hotnovels'] as const;
    expect(new Set(kinds.map((kind) => index({ kind, groups: [] }).description)).size).toBe(kinds.length);
  });

  it('lists only groups with a link', () => {
    const listed = JSON.parse(index({}).jsonLd.at(-1) ?? '').mainEntity.itemListElement;
    expect(listed).toMatchObject([{ position: 1, name: 'Love', url: `${testBrand.origin}/all-tags/1` }]);
    expect(listed).toHaveLength(1);
  });

  it('links to its translations on its first page only', () => {
    expect(index({}).alternates.map(({ hreflang }) => hreflang)).toContain('es-ES');
    expect(index({ kind: 'keywords', ...second }, '/keywords/page-2').alternates).toEqual([]);
  });

  it('is noindex and links to no translations for the tags of one genre', () => {
    const actual = index({ kind: 'allTags', name: 'Love' }, '/all-tags/1');
    expect([actual.robots, actual.alternates]).toEqual(['noindex, follow', []]);
    expect(index({}).robots).toMatch(/^index/);
  });
});

describe('the head of an author', () => {
  const author = { id: 3, name: 'V. Woolf', introduction: 'Wrote by the sea.', avatar: '/test_api/media/a.jpg' };
  const actual = (change: Partial<AuthorModel> = {}) =>
    authorHead(context('/author/3/V--Woolf'), {
      author,
      books,
      first: 1,
      pagination: LIST.pagination,
      trail: [],
      ...change,
    });

  it('links to the feed if the author has books', () => {
    expect(feedsOf(actual())).toEqual(['rss', 'atom', 'opds', 'opds2'].map((format) => `/feeds/author/3.${format}`));
    expect(feedsOf(actual({ books: [] }))).toEqual([]);
  });

  it('describes the author as a person, with an image if there is one', () => {
    const profile = (head: Head) =>
      JSON.parse(head.jsonLd.find((text) => text.includes('ProfilePage')) ?? '').mainEntity;
    expect(profile(actual())).toMatchObject({ name: 'V. Woolf', image: `${testBrand.origin}/test_api/media/a.jpg` });
    expect(profile(actual({ author: { ...author, avatar: null } }))).not.toHaveProperty('image');
  });
});

it('the head of the home page links to the feeds of new and updated books and to the catalog, in all formats', () => {
  const feeds = (hasFeeds: boolean) => feedsOf(homeHead(context('/'), { hasFeeds } as HomeModel));
  expect(feeds(false)).toEqual([]);
  expect(feeds(true)).toEqual([
    '/feeds/new.rss',
    '/feeds/new.atom',
    '/feeds/updated.rss',
    '/feeds/updated.atom',
    '/feeds/catalog.opds',
    '/feeds/catalog.opds2',
  ]);
});
