import { describe, expect, it } from 'vitest';
import type { Banner, Shelf, Target } from '#src/contract/entities/listing.ts';
import { homeView } from '#src/features/home/views/home.ts';
import {
  type MemoryData,
  makeBook,
  makeGenre,
  makeKeyword,
  makeTag,
  memorySource,
  testSite,
} from '../../../../helpers/memory-source.ts';

const site = testSite();
const books = Array.from({ length: 12 }, (_, index) => makeBook(index + 1));

function home(data: Partial<MemoryData>, banners: readonly Banner[] = []) {
  const source = { ...memorySource({ books, ...data }), banners: () => [...banners] };
  const loaded = homeView.load({ params: {}, page: 1 }, source, site);
  return loaded.status === 'ok' ? loaded.model : expect.fail(loaded.status);
}

const banner = (target: Target, image: string | null = null): Banner => ({
  id: 1,
  title: 'Look',
  subtitle: '',
  image,
  target,
  updated_at: '2026-01-01T00:00:00Z',
});

describe('a banner on the home page', () => {
  const [first] = books;
  if (!first) throw new Error('there are no books');

  it.each<[Target, string, boolean]>([
    [{ kind: 'book', book: first }, '/novel/1/Romance/Book-1', false],
    [{ kind: 'genre', genre: { id: 2, name: 'Love' } }, '/genres/2/Love', false],
    [{ kind: 'tag', tag: { id: 3, name: 'sea' } }, '/tags/3/sea', false],
    [{ kind: 'ranking', type: 'hot', id: 4 }, '/ranking/hot/4/1', false],
    [{ kind: 'section', section: { id: 5, name: 'New' } }, '/secPage/5/New', false],
    [{ kind: 'url', url: '/becomeOurTranslator' }, '/becomeOurTranslator', false],
    [{ kind: 'url', url: 'https://shop.example/' }, 'https://shop.example/', true],
  ])('with the target %j links to %s', (target, href, external) => {
    expect(home({}, [banner(target)]).banners).toMatchObject([{ href, external }]);
  });

  it("has its image under the brand's prefix, if it has an image", () => {
    const target: Target = { kind: 'book', book: first };
    const pictures = [banner(target, '/media/b.webp'), banner(target, 'https://cdn.test/b.webp'), banner(target)];
    expect(home({}, pictures).banners.map(({ image }) => image)).toEqual([
      '/test_api/media/b.webp',
      'https://cdn.test/b.webp',
      null,
    ]);
  });
});

describe('the shelves on the home page', () => {
  const shelf = (id: number, change: Partial<Shelf> = {}): Shelf => ({
    id,
    name: `Shelf ${id}`,
    style: 'ranked',
    books: books.slice(0, 6),
    ...change,
  });

  it('contain books and link to the full list if it has a page', () => {
    const data = { books, shelves: [shelf(1), shelf(2, { books: [] }), shelf(3)] };
    const source = { ...memorySource(data), sections: () => [{ id: 3, name: 'Shelf 3' }] };
    const loaded = homeView.load({ params: {}, page: 1 }, source, site);
    expect(loaded).toMatchObject({
      model: {
        shelves: [
          { name: 'Shelf 1', href: null },
          { name: 'Shelf 3', href: '/secPage/3/Shelf-3' },
        ],
      },
    });
  });

  it('are not styled "ranked" directly before or after the ranking', () => {
    // The ranking follows the second shelf.
    const styles = home({ shelves: [shelf(1), shelf(2), shelf(3), shelf(4)] }).shelves.map(({ style }) => style);
    expect(styles).toEqual(['ranked', 'row', 'row', 'ranked']);
  });
});

describe('the shelves that are computed from readers', () => {
  const editorial = [1, 2].map((id): Shelf => ({ id, name: `Shelf ${id}`, style: 'row', books }));
  const living = [
    { list: 'trending' as const, books: books.slice(2, 6) },
    { list: 'week' as const, books: books.slice(4, 9) },
  ];
  const shown = (data: Partial<MemoryData>) => home(data).shelves.map(({ content, name }) => content ?? name);

  it('follow the first shelf', () => {
    expect(shown({ shelves: editorial, livingShelves: living })).toEqual(['Shelf 1', 'trending', 'week', 'Shelf 2']);
    expect(shown({ livingShelves: living })).toEqual(['new', 'trending', 'week', 'finished']);
    expect(home({ livingShelves: living }).shelves[1]?.books.map(({ title }) => title)).toEqual([
      'Book 3',
      'Book 4',
      'Book 5',
      'Book 6',
    ]);
  });

  it('are not shown with fewer than four books', () => {
    const small = living.map((shelf) => ({ ...shelf, books: shelf.books.slice(0, shelf.list === 'week' ? 3 : 4) }));
    expect(shown({ shelves: editorial, livingShelves: small })).toEqual(['Shelf 1', 'trending', 'Shelf 2']);
  });
});

describe('a home page without shelves created by an editor', () => {
  const genres = [makeGenre(1, 'Love', []), makeGenre(2, 'Crime', []), makeGenre(3, 'Rare', [])];
  const catalogue = Array.from({ length: 30 }, (_, index) =>
    makeBook(index + 1, {
      genres: [index < 20 ? 2 : 1],
      status: index % 3 === 0 ? 'finished' : 'updating',
      rating_count: 100 - index,
      updated_at: `2026-02-${String(28 - (index % 28)).padStart(2, '0')}T00:00:00Z`,
    }),
  );

  it('shows new, popular, updated and finished books and the largest genres', () => {
    const { shelves } = home({ books: catalogue, genres });
    expect(shelves.map(({ content, name, href, books: shown }) => [content ?? name, href, shown.length])).toEqual([
      ['new', null, 12],
      ['popular', null, 12],
      ['updated', null, 12],
      ['finished', null, 10],
      ['Crime', '/genres/2/Crime', 12],
      ['Love', '/genres/1/Love', 10],
    ]);
    expect(shelves[0]?.books[0]?.title).toBe('Book 30');
    expect(shelves[1]?.books.slice(0, 2).map(({ title }) => title)).toEqual(['Book 1', 'Book 2']);
    expect(new Set(shelves.map(({ style }) => style)).size).toBeGreaterThan(1);
  });

  it('shows the books of a small catalogue in only one shelf', () => {
    const { shelves } = home({ books: catalogue.slice(0, 3), genres });
    expect(shelves).toMatchObject([{ content: 'new', books: [{}, {}, {}] }]);
  });

  it('has no shelf of finished books if all books are finished', () => {
    const finished = catalogue.map((book) => ({ ...book, status: 'finished' as const }));
    expect(home({ books: finished }).shelves.map(({ content }) => content)).toEqual(['new', 'popular', 'updated']);
  });

  it('has no shelf of popular books if readers have rated only a few', () => {
    const unrated = catalogue.map((book) => ({ ...book, rating_count: book.id <= 3 ? 5 : 0 }));
    expect(home({ books: unrated, genres }).shelves.map(({ content }) => content)).not.toContain('popular');
  });

  it('has no shelves and no feeds without books', () => {
    expect(home({ books: [] })).toMatchObject({ shelves: [], hasFeeds: false });
    expect(home({ books: catalogue }).hasFeeds).toBe(true);
  });
});

describe('the links on the home page', () => {
  const tags = Array.from({ length: 25 }, (_, index) => makeTag(index + 1, `tag ${index + 1}`));
  const keywords = Array.from({ length: 25 }, (_, index) => makeKeyword(index + 1, `word ${index + 1}`));
  const used = [makeBook(1, { tags: tags.slice(1), keywords: keywords.slice(1).map(({ id }) => id) })];

  it('include the first twenty tags and keywords that have books', () => {
    const model = home({ books: used, tags, keywords });
    const numbers = Array.from({ length: 20 }, (_, index) => index + 2);
    expect(model.tags.map(({ name }) => name)).toEqual(numbers.map((number) => `tag ${number}`));
    expect(model.keywords.map(({ name }) => name)).toEqual(numbers.map((number) => `word ${number}`));
    expect(model.keywords[0]?.href).toBe('/keywords/word-2/1');
  });

  it('include the genres that have books', () => {
    const genres = [makeGenre(1, 'Love', []), makeGenre(2, 'Crime', [])];
    expect(home({ genres }).genres).toEqual([{ name: 'Love', href: '/genres/1/Love' }]);
  });

  it('include no rankings if no ranking has books', () => {
    expect(home({ books: [] }).ranking).toBeNull();
    const rankings = [{ type: 'hot', name: 'Hot', items: [{ id: 3, name: 'Weekly' }] }];
    expect(home({ rankings }).ranking).toMatchObject({ type: 'Hot', name: 'Weekly', href: '/ranking/hot/3/1' });
  });
});
