import { describe, expect, it } from 'vitest';
import { adsView } from '#src/features/campaign/view.ts';
import { categoryView } from '#src/features/listing/views/category.ts';
import { rankingView } from '#src/features/listing/views/ranking.ts';
import { bookCard, isBookCard } from '#src/shell/page/book-card.ts';
import type { BookListModel } from '#src/shell/page/models.ts';
import type { Source } from '#src/shell/page/source.ts';
import { type MemoryData, makeBook, memorySource, testSite } from '../../../../helpers/memory-source.ts';

const site = testSite();
const books = Array.from({ length: 45 }, (_, index) => makeBook(index + 1));
const DATA: MemoryData = {
  books,
  categories: [
    { name: 'Comedy', subs: [] },
    { name: 'Romance', subs: ['Sea', 'Town'] },
  ],
};
const sourceOf = (change: Partial<MemoryData> = {}, more: Partial<Source> = {}): Source => ({
  ...memorySource({ ...DATA, ...change }),
  ...more,
});

function model(
  view: typeof categoryView,
  params: Record<string, string>,
  source = sourceOf(),
  page = 1,
): BookListModel {
  const loaded = view.load({ params, page }, source, site);
  return loaded.status === 'ok' ? loaded.model : expect.fail(loaded.status);
}
const ROMANCE = { name: 'Romance' };

describe('the filters of a list', () => {
  const filtersOf = (count: number, filtered: MemoryData['filtered'] = ['category']) =>
    model(categoryView, ROMANCE, sourceOf({ books: books.slice(0, count), filtered })).filters;

  it('are offered for six books or more if the upstream can filter', () => {
    expect([filtersOf(5), filtersOf(6, ['tag'])]).toEqual([null, null]);
    expect(filtersOf(6)).toMatchObject({ clearHref: null });
  });

  it('link to the first page, whatever the current page', () => {
    const { filters } = model(categoryView, ROMANCE, sourceOf(), 2);
    expect(filters?.groups[0]?.options[1]?.href).toBe('/category/Romance?status=finished');
  });
});

describe('the version of a list page', () => {
  const version = (source: Source, page = 1) => categoryView.version({ params: ROMANCE, page }, source, site);
  /** The version of the whole list. */
  const ofListing = (source: Source) =>
    [...categoryView.listings(source, site)].find(({ first }) => first.path === '/category/Romance')?.version();

  it('stays the same for unchanged data', () => {
    expect(version(sourceOf())).toBe(version(sourceOf()));
    expect(ofListing(sourceOf())).toBe(ofListing(sourceOf()));
  });

  const [first, ...others] = books;
  it.each<[string, Partial<MemoryData>]>([
    ['its books', { books: [{ ...(first ?? makeBook(1)), hot: 1 }, ...others] }],
    ['its menu', { categories: [{ name: 'Crime', subs: [] }, ...(DATA.categories ?? [])] }],
    ['its subcategories', { categories: [{ name: 'Romance', subs: ['Sea'] }] }],
    ["the upstream's filters", { filtered: [] }],
  ])('changes with %s, and so does the version of the whole list', (_what, change) => {
    expect(version(sourceOf(change))).not.toBe(version(sourceOf()));
    expect(ofListing(sourceOf(change))).not.toBe(ofListing(sourceOf()));
  });

  it('differs between pages, even with the same books', () => {
    const same = sourceOf({}, { version: () => 'same' });
    expect(version(same, 2)).not.toBe(version(same, 1));
  });

  it('is undefined for a list that does not exist', () => {
    expect(categoryView.version({ params: { name: 'Western' }, page: 1 }, sourceOf(), site)).toBeUndefined();
  });
});

it('lists are rendered in the order of their first books, after lists whose first book is unknown', () => {
  const order = (name: string) =>
    categoryView.renderOrder({ params: { name }, page: 1 }, sourceOf({ books: books.slice(6) }), site);
  expect([order('Romance'), order('Western')]).toEqual([7, 0]);
});

describe('the page of a category', () => {
  const inSea = books.map((book) => ({ ...book, category: { name: 'Romance', sub_name: 'Sea' } }));
  const source = sourceOf({ books: inSea });
  const marked = (links: BookListModel['menu']) => links.filter(({ current }) => current).map(({ name }) => name);

  it('is marked as current in the menu, and links to its subcategories', () => {
    const { trail, siblings, menu } = model(categoryView, ROMANCE, source);
    expect([trail, marked(siblings), marked(menu)]).toEqual([[], [], ['Romance']]);
    expect(siblings.map(({ href }) => href)).toEqual(['/category/Romance/Sea', '/category/Romance/Town']);
  });

  it('links to its parent category if it is a subcategory, and both are marked as current', () => {
    const { name, trail, siblings, menu } = model(categoryView, { name: 'Romance', sub: 'Sea' }, source);
    expect([name, trail]).toEqual(['Sea', [{ name: 'Romance', href: '/category/Romance' }]]);
    expect([marked(siblings), marked(menu)]).toEqual([['Sea'], ['Romance']]);
  });

  it('is shown at a shared slug only if its category is the first with that slug', () => {
    const twins = sourceOf({
      books: [
        makeBook(1, { category: { name: 'Sci Fi', sub_name: null } }),
        makeBook(2, { category: { name: 'Sci-Fi', sub_name: null } }),
      ],
      categories: [
        { name: 'Sci Fi', subs: [] },
        { name: 'Sci-Fi', subs: [] },
      ],
    });
    expect([...categoryView.paths(twins, site)].map(({ path }) => path)).toEqual(['/category/Sci-Fi']);
    expect(model(categoryView, { name: 'Sci-Fi' }, twins).books.map(({ id }) => id)).toEqual([1]);
  });

  it('has the name of its subcategory as an alias only if its category is the first with that subcategory', () => {
    const twice = sourceOf({
      books: [...inSea, makeBook(50, { category: { name: 'Comedy', sub_name: 'Sea' } })],
      categories: [
        { name: 'Comedy', subs: ['Sea'] },
        { name: 'Romance', subs: ['Sea'] },
      ],
    });
    const aliases = [...categoryView.paths(twice, site)].filter(({ page }) => page === 1).map((ref) => ref.aliases);
    expect(aliases.filter((one) => one.includes('sub:Sea'))).toEqual([['category:Comedy/Sea', 'sub:Sea']]);
  });
});

describe('the page of a ranking', () => {
  const source = sourceOf({
    rankings: [
      {
        type: 'hot',
        name: 'Hot',
        items: [
          { id: 1, name: 'Week' },
          { id: 2, name: 'Year' },
        ],
      },
      { type: 'new', name: 'New', items: [{ id: 1, name: 'Arrivals' }] },
    ],
  });
  const around = (type: string, id: string) => {
    const { name, siblings, menu } = model(rankingView, { type, id }, source);
    return { name, siblings, menu };
  };

  it('is marked as current among the rankings of its type, as is its type in the menu', () => {
    expect(around('hot', '2')).toEqual({
      name: 'Year',
      siblings: [
        { name: 'Week', href: '/ranking/hot/1/1', current: false },
        { name: 'Year', href: '/ranking/hot/2/1', current: true },
      ],
      menu: [
        { name: 'Hot', href: '/ranking/hot/1/1', current: true },
        { name: 'New', href: '/ranking/new/1/1', current: false },
      ],
    });
  });

  it('is distinguished from a ranking of another type with the same number', () => {
    expect([around('new', '1').name, around('hot', '1').name]).toEqual(['Arrivals', 'Week']);
    expect(rankingView.load({ params: { type: 'new', id: '2' }, page: 1 }, source, site)).toEqual({
      status: 'missing',
    });
  });
});

describe('the books of a landing page', () => {
  const rankings = [{ type: 'hot', name: 'Hot', items: [{ id: 1, name: 'Week' }] }];
  const shelf = (...shelfBooks: typeof books) => [{ id: 4, name: 'Shelf', style: 'row' as const, books: shelfBooks }];
  const landingBooks = (change: Partial<MemoryData>) => {
    const loaded = adsView.load({ params: {}, page: 1 }, sourceOf(change), site);
    return loaded.status === 'ok' ? loaded.model.books.map(({ id }) => id) : expect.fail(loaded.status);
  };

  it('are the first books of the ranking, then books from shelves, at most twelve in all and without duplicates', () => {
    const few = { books: books.slice(0, 3), rankings };
    expect(landingBooks({ ...few, shelves: shelf(...books.slice(40), ...books.slice(1, 3)) })).toEqual([
      1, 2, 3, 41, 42, 43, 44, 45,
    ]);
    expect(landingBooks({ ...few, shelves: shelf(...books.slice(20)) })).toHaveLength(12);
  });
});

describe("a book's card", () => {
  it('shows three tags but contains the ids of all tags', () => {
    const tags = [1, 2, 3, 4].map((id) => ({ id, name: `tag ${id}` }));
    const card = bookCard(makeBook(1, { tags }), site);
    expect([card.tags.map(({ name }) => name), card.tagIds]).toEqual([
      ['tag 1', 'tag 2', 'tag 3'],
      [1, 2, 3, 4],
    ]);
  });

  it('contains at most two hundred characters of the introduction of the book', () => {
    const { introduction } = bookCard(makeBook(1, { introduction: 'Sea and land. '.repeat(60) }), site);
    expect([introduction.length > 150, introduction.length <= 200]).toEqual([true, true]);
  });

  it('distinguishes zero ratings from an unknown number of ratings', () => {
    const counts = [0, 3].map((rating_count) => bookCard(makeBook(1, { rating_count }), site).ratingCount);
    expect([...counts, bookCard(makeBook(1), site).ratingCount]).toEqual([0, 3, null]);
  });

  it('is created once per book and site, and isBookCard recognises only cards created by bookCard', () => {
    const [book, other] = [makeBook(1), testSite('es')];
    expect(bookCard(book, site)).toBe(bookCard(book, site));
    expect(bookCard(book, other).href).toBe('/es/novel/1/Romance/Book-1');
    expect([isBookCard(bookCard(book, site)), isBookCard({ ...bookCard(book, site) }), isBookCard(null)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
