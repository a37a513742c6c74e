import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorById,
  banners,
  bookChanges,
  categories,
  categoryByName,
  createPageStarts,
  genres,
  hasName,
  helpEventById,
  keywordChanges,
  type ListQuery,
  lastEventOf,
  listBooks,
  rankingBooks,
  rankingMenu,
  readCursor,
  shelfBooks,
  shelves,
  tagChanges,
} from '#src/api/store/reads/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { type EmptyStore, openEmptyStore } from '../../../../helpers/empty-store.ts';
import { smallBook } from '../../../../helpers/small-api.ts';

const ASH = { section: 7, brand: 'ash' };
const OAK = { section: 7, brand: 'oak' };
const QUERY: ListQuery = { page: 1, page_size: 10, order: 'hot' };

let open: EmptyStore;
const ids: Record<string, number> = {};
const id = (key: string) => ids[key] ?? 0;
const database = () => open.store.catalogue;
const BOOKS = ['a', 'b', 'c', 'd', 'other'];
const keysOf = (books: readonly { id: number }[]) => books.map((book) => BOOKS.find((key) => ids[key] === book.id));

beforeAll(async () => {
  open = await openEmptyStore();
  const shared = { genres: ['Romance'], tags: ['slow'], keywords: ['sea'], category: 'Romance', subCategory: null };
  const words = (count: number) => [
    {
      title: 'One',
      part: null,
      kind: 'chapter' as const,
      html: '<p>.</p>',
      words: count,
      price: null,
      updatedAt: '2026-02-01T00:00:00Z',
    },
  ];
  const books = [
    smallBook(1, {
      ...shared,
      key: 'a',
      title: 'Dune',
      hot: 10,
      rating: 3,
      publishedAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-02-04T00:00:00Z',
      chapters: words(2000),
    }),
    smallBook(2, {
      ...shared,
      key: 'b',
      title: 'Cloud',
      hot: 30,
      rating: null,
      publishedAt: '2026-01-02T00:00:00Z',
      updatedAt: '2026-02-03T00:00:00Z',
      status: 'updating',
      chapters: words(900_000),
    }),
    smallBook(3, {
      ...shared,
      key: 'c',
      title: 'Bay',
      hot: 30,
      rating: 5,
      publishedAt: '2026-01-03T00:00:00Z',
      updatedAt: '2026-02-02T00:00:00Z',
      chapters: words(2000),
    }),
    smallBook(4, {
      ...shared,
      key: 'd',
      title: 'Ash',
      hot: 20,
      rating: 3,
      publishedAt: '2026-01-04T00:00:00Z',
      updatedAt: '2026-02-01T00:00:00Z',
      brands: ['oak'],
      chapters: words(2000),
    }),
    smallBook(5, {
      key: 'other',
      title: 'Dawn',
      category: 'Mystery',
      subCategory: 'Village',
      genres: [],
      tags: ['quick'],
      keywords: [],
      hot: 5,
    }),
  ].map((book) => ({ ...book, author: { name: book.key === 'd' ? 'Bo' : 'Ada', introduction: 'Writes.' } }));
  await open.write(async (writer) => {
    ids['genre'] = await writer.putGenre({
      section: 7,
      name: 'Romance',
      introduction: 'Of love.',
      tags: ['slow', 'quick'],
    });
    for (const book of books) ids[book.key] = (await writer.putBook({ ...book, fingerprint: book.key })).id;
    for (const [name, brand] of [
      ['Week', null],
      ['Month', null],
      ['Own', 'oak'],
    ] as const)
      ids[name] = await writer.putRanking({
        brand,
        section: 7,
        type: name === 'Month' ? 'new' : 'hot',
        typeName: `Type of ${name}`,
        name,
        books: ['d', 'c', 'a'],
      });
    ids['shelf'] = await writer.putShelf({
      brand: null,
      section: 7,
      name: 'For you',
      style: 'row',
      books: ['d', 'a', 'b', 'c'],
    });
    ids['own shelf'] = await writer.putShelf({ brand: 'oak', section: 7, name: 'Ours', style: 'pair', books: ['a'] });
    await writer.putBanner({
      brand: null,
      section: 7,
      title: 'Read this',
      subtitle: 'Now',
      image: 'pictures/b.webp',
      book: 'a',
    });
    await writer.putBanner({ brand: null, section: 7, title: 'Not this', subtitle: '', image: null, book: 'd' });
    ids['event'] = await writer.putHelpEvent({
      section: 7,
      book: 'a',
      inviter: 'Ada',
      needed: 3,
      helped: 1,
      expiresAt: '2026-04-01T00:00:00Z',
    });
    ids['later event'] = await writer.putHelpEvent({
      section: 7,
      book: 'a',
      inviter: 'Bo',
      needed: 3,
      helped: 1,
      expiresAt: '2026-05-01T00:00:00Z',
    });
  });
});
afterAll(() => open.close());

describe('a list of books read from the store', () => {
  const list = async (query: Partial<ListQuery>, scope = ASH) => {
    const target = { kind: 'genre', target: id('genre'), brand: scope.brand } as const;
    const { items, ...rest } = await listBooks(database(), target, { ...QUERY, ...query });
    return { keys: keysOf(items), ...rest };
  };

  it.each([
    ['hot', ['b', 'c', 'a']],
    ['new', ['c', 'b', 'a']],
    ['updated', ['a', 'b', 'c']],
    ['rating', ['c', 'a', 'b']],
    ['title', ['c', 'b', 'a']],
  ] as const)('is sorted by %s, then by id', async (order, expected) => {
    expect((await list({ order })).keys).toEqual(expected);
  });

  it('contains only the books of its brand, in pages with a total', async () => {
    expect(await list({ page_size: 2 })).toEqual({ keys: ['b', 'c'], page: 1, page_size: 2, total: 3 });
    expect(await list({ page: 2, page_size: 2 })).toEqual({ keys: ['a'], page: 2, page_size: 2, total: 3 });
    expect(await list({ page: 3, page_size: 2 })).toEqual({ keys: [], page: 3, page_size: 2, total: 3 });
    expect(await list({}, OAK)).toMatchObject({ keys: ['b', 'c', 'd', 'a'], total: 4 });
  });

  it('is filtered by status and length', async () => {
    expect(await list({ status: 'updating' })).toMatchObject({ keys: ['b'], total: 1 });
    expect(await list({ status: 'finished' })).toMatchObject({ keys: ['c', 'a'], total: 2 });
    const lengths = await Promise.all((['short', 'long'] as const).map((length) => list({ length })));
    expect(lengths.map(({ keys }) => keys)).toEqual([['c', 'a'], ['b']]);
    expect(await list({ length: 'short', status: 'updating' })).toMatchObject({ keys: [], total: 0 });
  });
});

describe('a shelf in the store', () => {
  const books = async (query: Partial<ListQuery>, shelf = 'shelf', scope = ASH) => {
    const found = await shelfBooks(database(), { ...scope, id: id(shelf) }, { ...QUERY, ...query });
    return found && { keys: keysOf(found.items), total: found.total };
  };

  it('is shown by its brand, or if it is shared, by brands that have no shelves of their own', async () => {
    const shelvesShown = async (scope: typeof ASH) =>
      (await shelves(database(), scope.section, scope.brand)).map((shelf) => [
        shelf.name,
        shelf.style,
        keysOf(shelf.books),
      ]);
    expect(await shelvesShown(ASH)).toEqual([['For you', 'row', ['a', 'b', 'c']]]);
    expect(await shelvesShown(OAK)).toEqual([['Ours', 'pair', ['a']]]);
    expect(await shelvesShown({ section: 9, brand: 'ash' })).toEqual([]);
  });

  it('has its stored order by default, and can be filtered and sorted like other lists', async () => {
    expect(await books({})).toEqual({ keys: ['a', 'b', 'c'], total: 3 });
    expect(await books({ order: 'title' })).toEqual({ keys: ['c', 'b', 'a'], total: 3 });
    expect(await books({ status: 'updating' })).toEqual({ keys: ['b'], total: 1 });
    expect(await books({ length: 'short' })).toEqual({ keys: ['a', 'c'], total: 2 });
    expect(await books({ page: 2, page_size: 2 })).toEqual({ keys: ['c'], total: 3 });
    expect(await books({}, 'shelf', OAK)).toEqual({ keys: ['d', 'a', 'b', 'c'], total: 4 });
  });

  it('is not found for another brand or section', async () => {
    expect(await books({}, 'own shelf')).toBeUndefined();
    expect(await books({}, 'own shelf', OAK)).toEqual({ keys: ['a'], total: 1 });
    expect(await books({}, 'shelf', { section: 9, brand: 'ash' })).toBeUndefined();
  });
});

describe('rankings read from the store', () => {
  it("are grouped by type in the stored order, and a brand's own rankings replace the shared rankings", async () => {
    expect(await rankingMenu(database(), 7, 'ash')).toEqual([
      { type: 'hot', name: 'Type of Week', items: [{ id: id('Week'), name: 'Week' }] },
      { type: 'new', name: 'Type of Month', items: [{ id: id('Month'), name: 'Month' }] },
    ]);
    expect(await rankingMenu(database(), 7, 'oak')).toEqual([
      { type: 'hot', name: 'Type of Own', items: [{ id: id('Own'), name: 'Own' }] },
    ]);
  });

  it('list books in the stored order, and are found by section, type and brand', async () => {
    const books = async (name: string, type: string, scope = ASH) => {
      const found = await rankingBooks(database(), { ...scope, type, id: id(name) }, { page: 1, page_size: 2 });
      return found && { keys: keysOf(found.items), total: found.total };
    };
    expect(await books('Week', 'hot')).toEqual({ keys: ['c', 'a'], total: 2 });
    expect(await books('Own', 'hot', OAK)).toEqual({ keys: ['d', 'c'], total: 3 });
    expect(await books('Own', 'hot')).toBeUndefined();
    expect(await books('Week', 'new')).toBeUndefined();
    expect(await books('Week', 'hot', { section: 9, brand: 'ash' })).toBeUndefined();
  });
});

describe('the store', () => {
  it('returns the banners for books that the brand offers', async () => {
    expect(await banners(database(), 7, 'ash')).toEqual([
      {
        id: expect.any(Number),
        title: 'Read this',
        subtitle: 'Now',
        image: '/media/pictures/b.webp',
        target: {
          kind: 'book',
          book: { id: id('a'), title: 'Dune', category: { name: 'Romance', sub_name: null }, language: 'en' },
        },
        updated_at: expect.any(String),
      },
    ]);
    expect((await banners(database(), 7, 'oak')).map(({ image }) => image)).toEqual(['/media/pictures/b.webp', null]);
  });

  it('returns genres with their tags in order, and the categories in which the brand has books', async () => {
    expect(await genres(database(), 7)).toMatchObject([
      { id: id('genre'), name: 'Romance', introduction: 'Of love.', tags: [{ name: 'slow' }, { name: 'quick' }] },
    ]);
    expect(await genres(database(), 9)).toEqual([]);
    expect(await categories(database(), ASH)).toEqual([
      { name: 'Mystery', subs: ['Village'] },
      { name: 'Romance', subs: [] },
    ]);
    expect(await categoryByName(database(), ASH, 'Mystery', 'Village')).toEqual(expect.any(Number));
    expect(await categoryByName(database(), ASH, 'Mystery', '')).not.toBe(
      await categoryByName(database(), ASH, 'Mystery', 'Village'),
    );
    expect(await categoryByName(database(), ASH, 'None', '')).toBeUndefined();
    expect([
      await hasName(database(), 'genres', 7, id('genre')),
      await hasName(database(), 'genres', 9, id('genre')),
    ]).toEqual([true, false]);
  });

  it('returns authors with the number of their books at the brand', async () => {
    const author = async (key: string) => {
      const [book] = await database().all<{ author_id: number }>(
        sql`SELECT author_id FROM books WHERE id = ${id(key)}`,
      );
      return book?.author_id ?? 0;
    };
    expect(await authorById(database(), ASH, await author('a'))).toMatchObject({ name: 'Ada', books: 4, avatar: null });
    expect(await authorById(database(), ASH, await author('d'))).toBeUndefined();
    expect(await authorById(database(), OAK, await author('d'))).toMatchObject({ name: 'Bo', books: 1 });
    expect(await authorById(database(), { section: 9, brand: 'ash' }, await author('a'))).toBeUndefined();
  });

  it('returns each help event by id, and for a book with several help events the one that ends last', async () => {
    expect(await lastEventOf(database(), id('a'))).toBe(id('later event'));
    expect(await lastEventOf(database(), id('b'))).toBeUndefined();
    expect(await helpEventById(database(), id('event'))).toMatchObject({ book_id: id('a'), inviter: 'Ada', needed: 3 });
    expect(await helpEventById(database(), 999)).toBeUndefined();
  });
});

describe('the change feed in the store', () => {
  const all = { page: 1, page_size: 10, since: undefined };
  const starts = () => createPageStarts(database());

  it('lists all books by id, in pages', async () => {
    const page = async (number: number) => {
      const { items, total } = await bookChanges(database(), starts(), { ...ASH, ...all, page: number, page_size: 3 });
      return [keysOf(items), total];
    };
    expect([await page(1), await page(2)]).toEqual([
      [['a', 'b', 'c'], 4],
      [['other'], 4],
    ]);
    const { items } = await bookChanges(database(), starts(), { ...OAK, ...all });
    expect(keysOf(items)).toEqual(['a', 'b', 'c', 'd', 'other']);
  });

  it('returns the right page after pages of a different size were read', async () => {
    const pageStarts = starts();
    const page = async (number: number, size: number) =>
      keysOf((await bookChanges(database(), pageStarts, { ...ASH, ...all, page: number, page_size: size })).items);
    expect([await page(1, 1), await page(2, 1), await page(3, 1)]).toEqual([['a'], ['b'], ['c']]);
    expect(await page(2, 2)).toEqual(['c', 'other']);
  });

  it('lists the books changed or removed since a cursor', async () => {
    const { cursor } = await bookChanges(database(), starts(), { ...ASH, ...all });
    const since = await readCursor(database(), cursor);
    expect(since).toEqual(expect.any(Number));
    const changes = async (scope = ASH) => {
      const { items, removed } = await bookChanges(database(), starts(), { ...scope, ...all, since });
      return { keys: keysOf(items), removed };
    };
    expect(await changes()).toEqual({ keys: [], removed: [] });
    const removed = id('other');
    await open.write(async (writer) => {
      await writer.editBook('b', { title: 'Clouds' });
      await writer.removeBook('other');
    });
    expect(await changes()).toEqual({ keys: ['b'], removed: [removed] });
    expect(await changes({ section: 9, brand: 'ash' })).toEqual({ keys: [], removed: [] });
    const second = await bookChanges(database(), starts(), { ...ASH, ...all, since, page: 2 });
    expect(second).not.toHaveProperty('removed');
  });

  it('lists a change made during a read at the latest in the next read from its cursor', async () => {
    const query = { ...OAK, ...all, page_size: 200 };
    for (let written = 1; written <= 3; written += 1) {
      const title = `Written after statement ${written}`;
      let statements = 0;
      const withWrite = async <T>(answer: Promise<T>): Promise<T> => {
        const read = await answer;
        statements += 1;
        if (statements === written) await open.write((writer) => writer.editBook('c', { title }));
        return read;
      };
      const between = {
        ...database(),
        one: (...args: Parameters<ReturnType<typeof database>['one']>) => withWrite(database().one(...args)),
        all: (...args: Parameters<ReturnType<typeof database>['all']>) => withWrite(database().all(...args)),
      } as ReturnType<typeof database>;
      const { items, cursor } = await bookChanges(between, starts(), query);
      expect(statements).toBeGreaterThanOrEqual(written);
      const since = await readCursor(database(), cursor);
      const later = await bookChanges(database(), starts(), { ...query, since });
      expect([...items, ...later.items].map((one) => one.title)).toContain(title);
    }
  });

  it('rejects a cursor that is invalid, later than the last change, or from a different store', async () => {
    const { cursor } = await bookChanges(database(), starts(), { ...ASH, ...all });
    const [store = '', seq = ''] = cursor.split('.');
    expect(await readCursor(database(), cursor)).toBe(Number(seq));
    for (const cursor of [`${store}.${Number(seq) + 1}`, `other.${seq}`, store, `${store}.-1`, `${store}.x`, ''])
      expect([cursor, await readCursor(database(), cursor)]).toEqual([cursor, undefined]);
  });

  it('returns tags and keywords sorted by name', async () => {
    const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
    expect(names((await tagChanges(database(), starts(), { ...ASH, ...all })).items)).toEqual(['quick', 'slow']);
    expect(names((await keywordChanges(database(), starts(), { ...ASH, ...all })).items)).toEqual(['sea']);
  });
});
