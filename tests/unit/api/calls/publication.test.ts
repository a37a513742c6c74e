import { afterEach, describe, expect, it } from 'vitest';
import { openCatalogue } from '#src/api/store/open.ts';
import type { Publication, StoreWriter } from '#src/api/store/records.ts';
import { sql } from '#src/api/store/sql.ts';
import { holdTransaction, isPostgres } from '../../../helpers/test-store.ts';
import { book, chapter, ids, type OpenApi, openApi } from '../../../integration/api/fixture.ts';
import { withoutLaterMigrations } from '../../../integration/api/older-store.ts';
import { signUp } from '../../../integration/api/visitor.ts';

const FROM = '2026-06-01T12:05:00Z';
const own = { author: { name: 'Ann Hidden', introduction: 'Hers.' }, tags: ['Fog', 'Dragons'], keywords: ['foggy'] };
const HIDDEN = book('h', { title: 'Meadow of fog', category: 'Fogs', subCategory: 'Thick', genres: ['Fog'], ...own });
const LISTS = { brand: null, section: 7 } as const;

const apis: OpenApi[] = [];
afterEach(() => Promise.all(apis.splice(0).map((api) => api.close())));

const start = async (fill: (writer: StoreWriter) => Promise<unknown>) => {
  const api = await openApi(fill);
  apis.push(api);
  return api;
};

/**
 * Starts an API with two books and the content that `more` writes. The lists of the home page contain the books `keys`.
 */
const apiWithBooks = (more: (writer: StoreWriter) => Promise<unknown>, keys: readonly string[]) =>
  start(async (writer) => {
    await writer.putBook(book('a', { title: 'Meadow of a' }));
    await writer.putBook(book('b', { title: 'Meadow of b', hot: 5, chapters: [chapter('One')] }));
    await more(writer);
    await writer.putRanking({ ...LISTS, type: 'hot', typeName: 'Hot', name: 'Week', books: keys });
    await writer.putShelf({ ...LISTS, name: 'For you', style: 'row', books: keys });
    for (const key of [...keys].sort())
      await writer.putBanner({ ...LISTS, title: `Banner ${key}`, subtitle: '', image: null, book: key });
  });

/** The responses of all calls that return books. */
async function answers(api: OpenApi) {
  const calls: [string, Record<string, string | number>][] = [
    ['book.list', {}],
    ['book.show', { book_id: 3 }],
    ['book.chapters', { book_id: 3 }],
    ['book.brief', { ids: '1,2,3' }],
    ['book.by_name', { name: 'meadow-of-fog' }],
    ['chapter.dates', { ids: '1,2,3' }],
    ['chapter.show', { book_id: 3, chapter_id: 4 }],
    ['chapter.find', { book_id: 3, keyword: 'text' }],
    ['recommend.index3', {}],
    ['recommend.section_books', { section_id: 1 }],
    ['recommend.section_books', { section_id: 1, order: 'new' }],
    ['banner.index', {}],
    ['bookRank.list', {}],
    ['bookRank.book_list', { type: 'hot', id: 1 }],
    ['author.home', { author_id: 2 }],
    ['recommend.tag_group_list', {}],
    ['genre.books', { genre_id: 1 }],
    ['genre.books', { genre_id: 2 }],
    ['seo.book_tags', {}],
    ['tag.books', { tag_id: 1 }],
    ['tag.books', { tag_id: 2 }],
    ['seo.keywords.page', {}],
    ['seo.keyword_books', { keyword_id: 2 }],
    ['category.list', {}],
    ['category.books', { name: 'Fogs' }],
    ['letter.books', { letter: 'M' }],
    ['search.suggest', { keyword: 'fog' }],
    ['search.suggest', { keyword: 'meadow' }],
    ['search.multi', { keyword: 'fog' }],
    ['search.multi', { keyword: 'meadow' }],
    ['search.multi', { keyword: 'hidden' }],
    ['event.of_book', { book_id: 3 }],
  ];
  const responses: [string, unknown][] = [];
  for (const [call, params] of calls) {
    const { status, body } = await api.get(call, params);
    const { cursor: _cursor, ...data } = body.data ?? {};
    responses.push([`${call} ${JSON.stringify(params)}`, { status, errors: body.errors, data }]);
  }
  return Object.fromEntries(responses);
}

const put = (publication: Publication) => (writer: StoreWriter) => writer.putBook({ ...HIDDEN, publication });

describe('an unpublished book', () => {
  it.each([
    ['a draft', 'draft'],
    ['scheduled', { from: FROM }],
  ] as const)('is not returned by any call while it is %s', async (_name, publication) => {
    const without = await answers(await apiWithBooks(async () => {}, ['a', 'b']));
    expect(await answers(await apiWithBooks(put(publication), ['a', 'h', 'b']))).toEqual(without);
  });

  it('is missing from all calls until it is published again, and is then returned unchanged', async () => {
    const api = await apiWithBooks(put('published'), ['a', 'h', 'b']);
    const [shown, { cursor }] = [await answers(api), (await api.get('book.list')).body.data];
    await api.write((writer) => writer.publishBook('h', 'draft'));
    const hidden = await answers(api);
    expect(JSON.stringify(Object.values(hidden))).not.toMatch(/fog"|Fog|Hidden|Hers/);
    expect((await api.get('book.show', { book_id: 3 })).status).toBe(410);
    expect((await api.get('book.list', { since: cursor })).body.data).toMatchObject({ items: [], removed: [3] });
    expect((await api.get('seo.book_tags', { since: cursor })).body.data).toMatchObject({ items: [], removed: [2] });
    await api.write((writer) => writer.publishBook('h', 'published'));
    // Everything except `updated_at` is the same as before, such as ids, names, positions in lists and `published_at`.
    const dated = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(/"updated_at":"[^"]*"/g, '"":0'));
    expect(dated(await answers(api))).toEqual(dated(shown));
    expect(ids((await api.get('book.list', { since: cursor })).body.data.items)).toEqual([3]);
  });

  it('remains unpublished if it is imported again, edited or moved to other brands', async () => {
    const api = await apiWithBooks(put('draft'), ['a', 'b']);
    const cursor = (await api.get('book.list')).body.data.cursor;
    await api.write(async (writer) => {
      await writer.putBook({ ...HIDDEN, introduction: 'Another.', fingerprint: 'new' });
      await writer.editBook('h', { title: 'Renamed', brands: ['freenovel'] });
    });
    expect((await api.get('book.list', { since: cursor })).body.data).toMatchObject({ items: [], removed: [] });
    expect((await api.get('/freenovel_api/v1/book.show?book_id=3')).status).toBe(404);
    await api.write((writer) => writer.publishBook('h', 'published'));
    const shown = (await api.get('/freenovel_api/v1/book.show?book_id=3')).body.data.book;
    expect(shown).toMatchObject({ title: 'Renamed', introduction: 'Another.', published_at: '2026-06-01T12:00:00Z' });
    expect((await api.get('book.show', { book_id: 3 })).status).toBe(404);
  });

  it('is published at its scheduled time, is dated to that time, and appears in the change feed once', async () => {
    const api = await apiWithBooks(put({ from: FROM }), ['a', 'h', 'b']);
    const { cursor } = (await api.get('book.list')).body.data;
    api.setNow(new Date(Date.parse(FROM) - 1));
    expect((await api.get('book.show', { book_id: 3 })).status).toBe(404);
    api.setNow(new Date(Date.parse(FROM) + 90_000));
    const { book: shown } = (await api.get('book.show', { book_id: 3 })).body.data;
    expect(shown).toMatchObject({ title: 'Meadow of fog', published_at: FROM, updated_at: FROM });
    const changes = (await api.get('book.list', { since: cursor })).body.data;
    expect(ids(changes.items)).toEqual([3]);
    expect((await api.get('book.list', { since: changes.cursor })).body.data.items).toEqual([]);
    const entry = await api.store.catalogue.one(
      sql`SELECT who, act, record, after FROM audit_log ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toMatchObject({ who: 'clock', act: 'change', record: 3 });
    expect(JSON.parse(String(entry['after']))).toMatchObject({ state: 'published', publish_at: null });
  });

  it('is published after an import that runs at the scheduled time, without delaying calls', async () => {
    const api = await apiWithBooks(put({ from: FROM }), ['a', 'b']);
    api.setNow(new Date(FROM));
    const writing = await holdTransaction(api.store.catalogue);
    expect((await api.get('book.show', { book_id: 3 })).status).toBe(404);
    await writing.end();
    expect((await api.get('book.show', { book_id: 3 })).status).toBe(200);
  });

  it('does not show a changed title, even to visitors who have read the book', async () => {
    const api = await apiWithBooks(put('published'), ['a', 'b']);
    const reader = await signUp(api);
    const storedReference = { id: 3, title: 'Old name', category: { name: 'Fogs', sub_name: null } };
    const entry = { book: storedReference, cover: null, chapter: null, read_at: '2026-05-01T00:00:00Z' };
    await api.write(async (writer) => {
      await writer.editBook('h', { title: 'Secret name' });
      await writer.publishBook('h', 'draft');
    });
    const synced = await reader.post('history.sync', { entries: [entry], removed: [] });
    expect(synced.status).toBe(200);
    expect(JSON.stringify(synced.body)).not.toContain('Secret');
  });
});

describe('an unpublished chapter', () => {
  const three = (publication: Publication) => async (writer: StoreWriter) => {
    const chapters = [
      chapter('One'),
      chapter('Two', { publication, words: 77, price: 5, html: '<p>Secret <a href="chapter-number:3">on</a>.</p>' }),
      chapter('Three', { html: '<p>A <a href="chapter-number:2">secret</a> link.</p>' }),
    ];
    await writer.putBook(book('h', { chapters }));
  };
  const chapters = async (api: OpenApi) => (await api.get('book.chapters', { book_id: 3 })).body.data.items;
  const shown = async (api: OpenApi) =>
    (await chapters(api)).map(({ id, number, title }: { id: number; number: number; title: string }) => [
      id,
      number,
      title,
    ]);

  it('is missing from every list, count, price, date and link, and the chapters next to it link to each other', async () => {
    const api = await apiWithBooks(three('draft'), ['a', 'h']);
    expect(await shown(api)).toEqual([
      [4, 1, 'One'],
      [6, 2, 'Three'],
    ]);
    const { book: it } = (await api.get('book.show', { book_id: 3 })).body.data;
    expect(it).toMatchObject({ words: 1800, chapters: 2, last_chapter: { id: 6, number: 2 } });
    expect((await api.get('chapter.show', { book_id: 3, chapter_id: 5 })).status).toBe(404);
    const { chapter: three_ } = (await api.get('chapter.show', { book_id: 3, chapter_id: 6 })).body.data;
    expect(three_).toMatchObject({ previous_id: 4, next_id: null, html: '<p>A <a>secret</a> link.</p>' });
    const found = (await api.get('chapter.find', { book_id: 3, keyword: 'secret' })).body.data.items;
    expect(found).toHaveLength(1);
    expect((await api.get('chapter.dates', { ids: '3' })).body.data.items[0].chapters).toHaveLength(2);
  });

  it('is published at its scheduled time, in its position in the book and with the same id', async () => {
    const api = await apiWithBooks(three({ from: FROM }), ['a', 'h']);
    const { cursor } = (await api.get('book.list')).body.data;
    api.setNow(new Date(FROM));
    expect(await shown(api)).toEqual([
      [4, 1, 'One'],
      [5, 2, 'Two'],
      [6, 3, 'Three'],
    ]);
    expect((await chapters(api))[1]).toMatchObject({ updated_at: FROM, price: 5 });
    expect((await api.get('book.list', { since: cursor })).body.data.items).toMatchObject([
      { id: 3, words: 1877, chapters: 3, updated_at: FROM },
    ]);
    const { html } = (await api.get('chapter.show', { book_id: 3, chapter_id: 6 })).body.data.chapter;
    expect(html).toBe('<p>A <a href="chapter:5">secret</a> link.</p>');
  });

  it('keeps its id and its position when it is published again', async () => {
    const api = await apiWithBooks(three('published'), ['a', 'h']);
    const before = await shown(api);
    await api.write((writer) => writer.publishChapter('h', 5, 'draft'));
    expect(await shown(api)).toEqual([before[0], [6, 2, 'Three']]);
    await api.write((writer) => writer.publishChapter('h', 5, 'published'));
    expect(await shown(api)).toEqual(before);
    expect(await api.write((writer) => writer.publishChapter('h', 5, 'published'))).toBe(false);
    expect(await api.write((writer) => writer.publishChapter('h', 1, 'draft'))).toBe(false);
  });

  it('remains stored and unpublished if the book is imported again without the chapter', async () => {
    const api = await apiWithBooks(three('draft'), ['a', 'h']);
    await api.write(async (writer) => {
      const next = [chapter('One'), chapter('Three'), chapter('Four')];
      await writer.putBook(book('h', { chapters: next }));
    });
    expect(await shown(api)).toEqual([
      [4, 1, 'One'],
      [6, 2, 'Three'],
      [7, 3, 'Four'],
    ]);
    await api.write((writer) => writer.publishChapter('h', 5, 'published'));
    expect((await shown(api)).map(([id]: [number]) => id)).toEqual([4, 5, 6, 7]);
  });
});

it('imported chapters with ids update the chapters with these ids, even if renamed or moved, and other chapters get new ids', async () => {
  const api = await apiWithBooks(put('published'), ['a', 'h']);
  const chapters = [
    chapter('New'),
    chapter('Second', { id: 5 }),
    chapter('Fourth', { publication: 'draft' }),
    chapter('First', { id: 4 }),
  ];
  await api.write((writer) => writer.putBook({ ...HIDDEN, fingerprint: 'moved', chapters }));
  const stored = sql`SELECT id, title, number, place FROM chapters WHERE book_id = 3 ORDER BY place`;
  expect((await api.store.catalogue.all(stored)).map((row) => Object.values(row))).toEqual([
    [6, 'New', 1, 1],
    [5, 'Second', 2, 2],
    [7, 'Fourth', -3, 3],
    [4, 'First', 3, 4],
  ]);
  const twice = [chapter('One', { id: 4 }), chapter('Two', { id: 4 })];
  const writeTwice = () => api.write((writer) => writer.putBook({ ...HIDDEN, chapters: twice }));
  await expect(writeTwice).rejects.toThrow(/each stored chapter at most once/);
  await expect(() => api.write((writer) => writer.publishBook('h', { from: 'soon' }))).rejects.toThrow(
    /"h" cannot be stored/,
  );
});

it.runIf(!isPostgres)('all books and chapters in a store of an older Lectern version are published', async () => {
  const api = await apiWithBooks(put('published'), ['a', 'b']);
  const before = await answers(api);
  await withoutLaterMigrations(api.store.catalogue);
  await api.store.catalogue.exec(`DROP TABLE revisions; DROP TABLE bin_chapters; DROP TABLE bin; DROP TABLE takedowns; DROP TABLE former_names; DROP INDEX books_by_publish_at; DROP INDEX chapters_by_publish_at;
    ALTER TABLE books DROP COLUMN state; ALTER TABLE books DROP COLUMN publish_at; ALTER TABLE chapters DROP COLUMN state;
    ALTER TABLE chapters DROP COLUMN publish_at; ALTER TABLE chapters DROP COLUMN place; PRAGMA user_version = 7`);
  await (await openCatalogue(api.store.folder)).close();
  expect(await answers(api)).toEqual(before);
  expect(await api.store.catalogue.all(sql`SELECT DISTINCT state FROM chapters`)).toEqual([{ state: 'published' }]);
  await api.write((writer) => writer.publishChapter('h', 4, 'draft'));
  expect(
    await api.store.catalogue.all(sql`SELECT number, place FROM chapters WHERE book_id = 3 ORDER BY place`),
  ).toEqual([
    { number: -1, place: 1 },
    { number: 1, place: 2 },
  ]);
});
