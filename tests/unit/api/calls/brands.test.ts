import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setWholeBrands } from '#src/api/index.ts';
import { inSetsOf, offered } from '#src/api/store/reads/offered.ts';
import { type Sql, sql } from '#src/api/store/sql.ts';
import { isPostgres } from '../../../helpers/test-store.ts';
import { book, ids, type OpenApi, openApi, titles } from '../../../integration/api/fixture.ts';
import { signUp } from '../../../integration/api/visitor.ts';

/** An author, tags, keywords and a category that only the book `name` has. */
const own = (name: string) => ({
  author: { name: `Author ${name}`, introduction: '' },
  tags: [`tag ${name}`],
  keywords: [`word ${name}`],
  category: `Category ${name}`,
});
const BOOKS = {
  all: book('all', { title: 'Meadow of all', hot: 50 }),
  ours: book('ours', { title: 'Meadow of ours', hot: 40, ...own('ours'), brands: ['freenovel'] }),
  theirs: book('theirs', { title: 'Meadow of theirs', hot: 30, ...own('theirs'), brands: ['local'] }),
  both: book('both', { title: 'Meadow of both', hot: 20, brands: ['local', 'freenovel'], fingerprint: 'both' }),
};
const OURS = ['Meadow of all', 'Meadow of ours', 'Meadow of both'];
const THEIRS = ['Meadow of all', 'Meadow of theirs', 'Meadow of both'];

let api: OpenApi;
const idOf: Record<string, number> = {};

beforeAll(async () => {
  api = await openApi(async (writer) => {
    for (const [name, one] of Object.entries(BOOKS)) idOf[name] = (await writer.putBook(one)).id;
    const shared = { brand: null, section: 7, books: Object.keys(BOOKS) };
    await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'Week' });
    await writer.putShelf({ ...shared, name: 'For you', style: 'row' });
    for (const name of Object.keys(BOOKS))
      await writer.putBanner({ brand: null, section: 7, title: name, subtitle: '', image: null, book: name });
  });
});
afterAll(() => api.close());

const chapterOf = async (name: string) =>
  (await api.store.catalogue.one<{ id: number }>(sql`SELECT id FROM chapters WHERE book_id = ${idOf[name] ?? 0}`)).id;

const callFreenovel = (call: string, params: Record<string, string | number> = {}) =>
  api.get(`/freenovel_api/v1/${call}`, params);
const callLocal = (call: string, params: Record<string, string | number> = {}) => api.get(`/public/v1/${call}`, params);

describe("a brand's selection of books", () => {
  it('limits the books in lists, rankings, shelves and banners', async () => {
    const [genre] = (await callFreenovel('recommend.tag_group_list')).body.data.items;
    const rankings = (await callFreenovel('bookRank.list')).body.data.items;
    const ranking = { type: 'hot', id: rankings[0].items[0].id };
    const [shelf] = (await callFreenovel('recommend.index3')).body.data.items;
    expect(titles(shelf.books)).toEqual(OURS);
    for (const [call, params] of [
      ['letter.books', { letter: 'M' }],
      ['genre.books', { genre_id: genre.id }],
      ['genre.books', { genre_id: genre.id, status: 'finished' }],
      ['bookRank.book_list', ranking],
      ['recommend.section_books', { section_id: shelf.id }],
      ['recommend.section_books', { section_id: shelf.id, order: 'new' }],
    ] as const) {
      const [mine, others] = [(await callFreenovel(call, params)).body.data, (await callLocal(call, params)).body.data];
      expect([titles(mine.items), mine.total]).toEqual([OURS, 3]);
      expect([titles(others.items), others.total]).toEqual([THEIRS, 3]);
    }
    const banners = (await callFreenovel('banner.index')).body.data.items;
    expect(titles(banners)).toEqual(['all', 'ours', 'both']);
  });

  it('limits the categories, authors, tags and keywords, and the books that they list', async () => {
    const names = (await callFreenovel('category.list')).body.data.items.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Category ours', 'Fantasy']);
    expect((await callFreenovel('category.books', { name: 'Category theirs' })).status).toBe(404);
    const { author, tags, keywords } = (await callLocal('book.show', { book_id: idOf['theirs'] ?? 0 })).body.data.book;
    expect((await callFreenovel('author.home', { author_id: author.id })).status).toBe(404);
    expect((await callLocal('author.home', { author_id: author.id })).body.data.author.books).toBe(1);
    expect((await callFreenovel('tag.books', { tag_id: tags[0].id })).body.data.total).toBe(0);
    expect((await callFreenovel('seo.keyword_books', { keyword_id: keywords[0] })).body.data.total).toBe(0);
    const shared = (await callFreenovel('book.show', { book_id: idOf['both'] ?? 0 })).body.data.book.author;
    expect((await callFreenovel('author.home', { author_id: shared.id })).body.data.author.books).toBe(2);
  });

  it('limits the results of search, suggestions and look-ups by name', async () => {
    const search = async (prefix: string, keyword: string) =>
      (await api.post(`${prefix}/v1/search.multi`, { keyword })).body.data;
    expect(titles((await search('/freenovel_api', 'meadow')).books.items).sort()).toEqual(OURS.toSorted());
    expect(titles((await search('/public', 'meadow')).books.items).sort()).toEqual(THEIRS.toSorted());
    const names = await search('/freenovel_api', 'theirs');
    expect([names.books.total, names.authors.total, names.tags.total, names.keywords.total]).toEqual([0, 0, 0, 0]);
    const suggest = async (keyword: string) =>
      (await callFreenovel('search.suggest', { keyword, limit: 9 })).body.data.items.map(JSON.stringify).join();
    expect(await suggest('mead')).toContain('Meadow of ours');
    expect(await suggest('mead')).not.toContain('theirs');
    expect(await suggest('theirs')).toBe('');
    expect((await callFreenovel('book.by_name', { name: 'Meadow-of-theirs' })).status).toBe(404);
    expect((await callLocal('book.by_name', { name: 'Meadow-of-theirs' })).status).toBe(200);
  });

  it('excludes books of other brands and their chapters, so that calls for them return 404', async () => {
    const book_id = idOf['theirs'] ?? 0;
    const chapter = (await callLocal('book.chapters', { book_id })).body.data.items[0].id;
    const calls = [
      ['book.show', { book_id }],
      ['book.chapters', { book_id }],
      ['chapter.show', { book_id, chapter_id: chapter }],
      ['chapter.find', { book_id, keyword: 'text' }],
      ['event.of_book', { book_id }],
    ] as const;
    for (const [call, params] of calls) {
      expect([call, (await callFreenovel(call, params)).status]).toEqual([call, 404]);
      expect([call, (await callLocal(call, params)).status]).toEqual([call, 200]);
    }
    const list = Object.values(idOf).join();
    expect(ids((await callFreenovel('chapter.dates', { ids: list })).body.data.items)).not.toContain(book_id);
    expect(ids((await callFreenovel('book.brief', { ids: list })).body.data.items)).not.toContain(book_id);
    const share = await api.post(
      '/freenovel_api/v1/share.create',
      { kind: 'book', id: book_id },
      { 'device-uuid': 'device-0001' },
    );
    expect(share.status).toBe(404);
  });

  it('prevents visitors from unlocking chapters of books of other brands', async () => {
    const visitor = await signUp(api);
    const unlock = async (name: string) => {
      const book_id = idOf[name] ?? 0;
      const chapter_id = await chapterOf(name);
      return (await visitor.post('chapter.unlock', { book_id, chapter_id, by: 'coins', key: `key-of-${name}` })).status;
    };
    expect([await unlock('theirs'), await unlock('ours')]).toEqual([200, 404]);
  });
});

describe('a book that moves between brands', () => {
  const feed = async (prefix: string, since: string) =>
    (await api.get(`${prefix}/v1/book.list`, { since, page_size: 50 })).body.data;
  const cursor = async () => (await callFreenovel('book.list', { page_size: 1 })).body.data.cursor;
  const offer = async (brands: readonly string[]) =>
    (await api.write((writer) => writer.putBook({ ...BOOKS.both, brands }))).status;

  it('is listed and counted in book.list only at its brands', async () => {
    const [mine, others] = [(await callFreenovel('book.list')).body.data, (await callLocal('book.list')).body.data];
    expect([titles(mine.items), mine.total]).toEqual([OURS, 3]);
    expect([titles(others.items), others.total]).toEqual([THEIRS, 3]);
    const second = (await callFreenovel('book.list', { page_size: 2, page: 2 })).body.data;
    expect([titles(second.items), second.total]).toEqual([['Meadow of both'], 3]);
  });

  it('responds with 410 at the brand that it left, and stays available at the other brand', async () => {
    const [before, id] = [await cursor(), idOf['both'] ?? 0];
    const updated = (await callLocal('book.show', { book_id: id })).body.data.book.updated_at;
    expect(await offer(['local'])).toBe('updated');
    const [mine, others] = [await feed('/freenovel_api', before), await feed('/public', before)];
    expect([ids(mine.items), mine.removed, mine.total]).toEqual([[], [id], 0]);
    expect([ids(others.items), others.removed]).toEqual([[id], []]);
    expect((await callFreenovel('book.show', { book_id: id })).status).toBe(410);
    expect((await callLocal('book.show', { book_id: id })).body.data.book.updated_at).toBe(updated);
    expect(titles((await callFreenovel('letter.books', { letter: 'M' })).body.data.items)).not.toContain(
      'Meadow of both',
    );
    expect(await offer(['local'])).toBe('unchanged');
  });

  it('appears at a brand that is added to it', async () => {
    const [before, id] = [await cursor(), idOf['both'] ?? 0];
    expect(await offer(['freenovel', 'local'])).toBe('updated');
    const mine = await feed('/freenovel_api', before);
    expect([ids(mine.items), mine.removed]).toEqual([[id], []]);
    expect((await callFreenovel('book.show', { book_id: id })).status).toBe(200);
  });

  it('keeps its brands if an update omits them, and is offered by all brands if the update sets null', async () => {
    const id = idOf['theirs'] ?? 0;
    const { brands: _brands, ...unnamed } = book('theirs', { ...BOOKS.theirs, fingerprint: 'other', hot: 31 });
    await api.write((writer) => writer.putBook(unnamed));
    expect((await callFreenovel('book.show', { book_id: id })).status).toBe(404);
    expect(titles((await callFreenovel('letter.books', { letter: 'M' })).body.data.items)).not.toContain(
      'Meadow of theirs',
    );
    await api.write((writer) => writer.putBook({ ...unnamed, brands: null }));
    expect((await callFreenovel('book.show', { book_id: id })).status).toBe(200);
    await api.write((writer) => writer.putBook({ ...unnamed, brands: ['local'] }));
    expect((await callFreenovel('book.show', { book_id: id })).status).toBe(410);
    expect((await callLocal('book.show', { book_id: id })).status).toBe(200);
  });

  it('responds with 410 at every brand after it is deleted', async () => {
    await api.write((writer) => writer.removeBook('both'));
    for (const ask of [callFreenovel, callLocal])
      expect((await ask('book.show', { book_id: idOf['both'] ?? 0 })).status).toBe(410);
  });
});

describe('a brand that offers the whole catalogue', () => {
  const total = async (prefix: string) => (await api.get(`${prefix}/v1/book.list`)).body.data.total;
  const search = async (keyword: string) =>
    titles((await api.post('/freenovel_api/v1/search.multi', { keyword })).body.data.books.items);

  it('offers the books of all brands, including books added later, until it is limited to its own selection again', async () => {
    const [before, cursor] = [await total('/freenovel_api'), (await callFreenovel('book.list')).body.data.cursor];
    await setWholeBrands(api.store, ['freenovel']);
    expect(await search('theirs')).toEqual(['Meadow of theirs']);
    // The change feed does not list the books that become visible this way, so older cursors become invalid.
    expect((await callFreenovel('book.list', { since: cursor })).status).toBe(400);
    await api.write((writer) => writer.putBook(book('late', { title: 'Orchard', brands: ['tibok'] })));
    expect(await search('orchard')).toEqual(['Orchard']);
    expect((await callLocal('book.by_name', { name: 'Orchard' })).status).toBe(404);
    const { cursor: cursorOfAll } = (await callFreenovel('book.list')).body.data;
    await setWholeBrands(api.store, ['freenovel']);
    expect((await callFreenovel('book.list', { since: cursorOfAll })).status).toBe(200);
    await setWholeBrands(api.store, []);
    expect([await total('/freenovel_api'), await search('orchard')]).toEqual([before, []]);
  });
});

it('a brand whose configuration cannot be loaded still offers the whole catalogue if it did so before', async () => {
  const whole = async () =>
    (await api.store.catalogue.all(sql`SELECT brand FROM whole_brands`)).map(({ brand }) => brand);
  await setWholeBrands(api.store, ['freenovel', 'tibok']);
  await setWholeBrands(api.store, [], ['freenovel', 'local']);
  expect(await whole()).toEqual(['freenovel']);
  await setWholeBrands(api.store, []);
  expect(await whole()).toEqual([]);
});

describe('popular search words', () => {
  it('are shown only at brands with books that match them', async () => {
    const type = (keyword: string, device: string) =>
      api.post(
        'search.typed',
        { keyword },
        { 'device-uuid': `device-${device}`, 'x-forwarded-for': `10.9.0.${device}` },
      );
    for (let n = 1; n <= 6; n += 1) for (const word of ['meadow', 'theirs']) await type(word, `000${n}`);
    expect((await callLocal('search.popular')).body.data.items).toEqual(['meadow', 'theirs']);
    expect((await callFreenovel('search.popular')).body.data.items).toEqual(['meadow']);
  });
});

/** The brand filter compares a column of the listed rows, so it must not change which index a query uses. */
describe.runIf(!isPostgres)('query plans of book lists', () => {
  const plan = async (query: Sql) =>
    (await api.store.catalogue.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`))
      .map(({ detail }) => detail)
      .join('; ');

  it('use the same indexes with and without the brand filter', async () => {
    const list = sql`SELECT m.book_id FROM memberships m WHERE m.kind = ${1} AND m.target = ${1} AND ${offered('m', 'local')}
      ORDER BY m.hot DESC, m.book_id LIMIT 20`;
    expect(await plan(list)).toContain('SEARCH m USING PRIMARY KEY (kind=? AND target=?)');
    const page = sql`SELECT b.id FROM books b WHERE b.section = ${7} AND ${offered('b', 'local')} AND b.id > ${0} ORDER BY b.id LIMIT 20`;
    expect(await plan(page)).toContain('SEARCH b USING INDEX books_by_section (section=? AND rowid>?)');
    const since = sql`SELECT b.id FROM books b WHERE b.section = ${7} AND b.seq > ${0} AND ${offered('b', 'local')} ORDER BY b.seq LIMIT 20`;
    expect(await plan(since)).toContain('SEARCH b USING INDEX books_by_seq (section=? AND seq>?)');
    const count = sql`SELECT count(*) FROM books b WHERE b.section = ${7} AND ${inSetsOf('b', 'local')}`;
    expect(await plan(count)).toContain('SEARCH b USING COVERING INDEX books_by_brands (section=? AND brands=?)');
    for (const query of [list, page, since]) expect(await plan(query)).not.toMatch(/SCAN [bm]\b|TEMP B-TREE/);
  });
});
