import { describe, expect, it } from 'vitest';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { kindsWhere, PAGE_KINDS } from '#src/routes/page-kinds.ts';
import { sitemapGroups } from '#src/shell/page/sitemap-groups.ts';
import type { Source } from '#src/shell/page/source.ts';
import {
  type MemoryData,
  makeBook,
  makeGenre,
  makeTag,
  memorySource,
  testBrand,
  testSite,
} from '../../../helpers/memory-source.ts';

/** The entries of all groups by group name. */
function groupsOf(data: Partial<MemoryData>, more: Partial<Source> = {}, site = testSite()) {
  const source = { ...memorySource({ books: [], ...data }), ...more };
  const groups = [...sitemapGroups(PRERENDERED_VIEWS, source, site)];
  expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
  return Object.fromEntries(groups.map(({ name, entries }) => [name, [...entries]]));
}
const pathsOf = (entries: readonly { readonly path: string }[] | undefined) => (entries ?? []).map(({ path }) => path);

const books = Array.from({ length: 21 }, (_, index) => makeBook(index + 1));

describe('the groups of URLs in a sitemap', () => {
  it('contain every page of a list, without a date', () => {
    const { genres } = groupsOf({ books, genres: [makeGenre(1, 'Romance', [])] });
    expect(genres).toEqual([{ path: '/genres/1/Romance' }, { path: '/genres/1/Romance/page-2' }]);
  });

  it('contain a URL only once if two lists contain it', () => {
    const tag = makeTag(5, 'Dragons');
    const { tags } = groupsOf({ books: [makeBook(1, { tags: [tag] })], tags: [tag, { ...tag }] });
    expect(pathsOf(tags)).toEqual(['/tags/5/Dragons']);
  });

  it('contain rankings with books, but not the page of an empty ranking', () => {
    const rankings = [{ type: 'hot', name: 'Hot', items: [{ id: 3, name: 'Week' }] }];
    expect(pathsOf(groupsOf({ books: [makeBook(1)], rankings })['rankings'])).toEqual(['/ranking/hot/3/1']);
    expect(groupsOf({}, { rankings: () => [] })['rankings']).toEqual([]);
  });

  it('contain books, authors and chapters with the date of their last change', () => {
    const { novels, authors, chapters } = groupsOf(
      { books: [makeBook(1, { updated_at: '2026-05-06T23:59:59Z' })] },
      { chapterDates: () => [{ bookId: 1, id: 10, day: '2026-05-07' }] },
    );
    expect(novels).toEqual([{ path: '/novel/1/Romance/Book-1', lastmod: '2026-05-06' }]);
    expect(authors).toEqual([{ path: '/author/101/Author-1', lastmod: '2026-05-06' }]);
    expect(chapters).toEqual([{ path: '/book-reader/1/10', lastmod: '2026-05-07' }]);
  });

  it('contain authors sorted by id, with the name used in the most recently changed book', () => {
    const written = (id: number, updated_at: string, author: number, name: string) =>
      makeBook(id, { updated_at, author: { id: author, name } });
    const { authors } = groupsOf({
      books: [
        written(1, '2026-03-01T00:00:00Z', 9, 'Nine'),
        written(2, '2026-03-02T00:00:00Z', 9, 'Later nine'),
        written(3, '2026-03-01T12:00:00Z', 9, 'Between'),
        written(4, '2026-01-01T00:00:00Z', 8, 'Eight'),
        written(5, '2026-01-01T00:00:00Z', 8, 'Of the same moment'),
      ],
    });
    expect(authors).toEqual([
      { path: '/author/8/Eight', lastmod: '2026-01-01' },
      { path: '/author/9/Later-nine', lastmod: '2026-03-02' },
    ]);
  });

  it('omit books and chapters whose canonical pages belong to another brand, but contain their authors', () => {
    const owner = { id: 'owner', name: 'Owner', origin: 'https://www.owner.example', locales: ['en' as const] };
    const site = testSite('en', { ...testBrand, siblings: [owner] });
    const { novels, authors, chapters } = groupsOf(
      { books: [makeBook(1, { brands: ['owner', 'test'] }), makeBook(2, { brands: ['test', 'owner'] })] },
      {
        chapterDates: () => [
          { bookId: 1, id: 10, day: '2026-05-07' },
          { bookId: 2, id: 20, day: '2026-05-08' },
        ],
      },
      site,
    );
    expect(pathsOf(novels)).toEqual(['/novel/2/Romance/Book-2']);
    expect(pathsOf(chapters)).toEqual(['/book-reader/2/20']);
    expect(pathsOf(authors)).toEqual(['/author/101/Author-1', '/author/102/Author-2']);
  });

  it('contain the pages that every site has, whatever its books', () => {
    const { site, search } = groupsOf({});
    const expected = kindsWhere(({ sitemap }) => sitemap === 'site').map((kind) => PAGE_KINDS[kind].address);
    expect(expected).toEqual(expect.arrayContaining(['/', '/genres', '/becomeOurTranslator']));
    // The first page of the keywords has no number, and the brand has written one page.
    const paths = expected.map((address) => address.replace(/\/\{page\?\}$/, '').replace('{slug}', 'about'));
    expect(pathsOf(site).sort()).toEqual(paths.sort());
    expect(pathsOf(search)).toEqual(['/search']);
  });
});

describe('the alternates of a URL in a sitemap', () => {
  const bilingual = testSite('en', { ...testBrand, locales: ['en', 'es'] });
  const pair = (english: string, spanish: string) => [
    { hreflang: 'en-US', href: `https://www.test.example${english}` },
    { hreflang: 'es-ES', href: `https://www.test.example${spanish}` },
    { hreflang: 'x-default', href: `https://www.test.example${english}` },
  ];

  it('are those of pages that exist in every language, and only of them', () => {
    const { site, genres } = groupsOf({ books, genres: [makeGenre(1, 'Romance', [])] }, {}, bilingual);
    const alternatesOf = (wanted: string) => site?.find(({ path }) => path === wanted)?.alternates;
    expect(alternatesOf('/')).toEqual(pair('/', '/es'));
    expect(alternatesOf('/genres')).toEqual(pair('/genres', '/es/genres'));
    expect(genres?.map(({ alternates }) => alternates)).toEqual([undefined, undefined]);
    expect(groupsOf({ books })['site']?.filter(({ alternates }) => alternates)).toEqual([]);
  });

  it('are the editions of a book, and the corresponding chapters', () => {
    const spanish = {
      id: 9,
      section: 9,
      title: 'Libro',
      category: { name: 'Romance', sub_name: null },
      language: 'es',
      chapter_id: null,
    };
    const corresponding = [{ ...spanish, chapter_id: 90 }];
    const { novels, chapters } = groupsOf(
      { books: [makeBook(1), makeBook(2)] },
      {
        chapterDates: () => [
          { bookId: 1, id: 10, day: '2026-05-07' },
          { bookId: 1, id: 11, day: '2026-05-07' },
        ],
        prerendered: {
          ...memorySource({ books: [] }).prerendered,
          editions: () => ({
            of(book, chapter) {
              if (book !== 1) return [];
              return chapter === undefined ? [spanish] : chapter === 10 ? corresponding : [];
            },
          }),
        },
      },
      bilingual,
    );
    expect(novels?.map(({ alternates }) => alternates)).toEqual([
      pair('/novel/1/Romance/Book-1', '/es/novel/9/Romance/Libro'),
      undefined,
    ]);
    expect(chapters?.map(({ alternates }) => alternates)).toEqual([
      pair('/book-reader/1/10', '/es/book-reader/9/90'),
      undefined,
    ]);
  });
});
