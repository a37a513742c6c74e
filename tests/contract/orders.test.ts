import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StoreWriter } from '#src/api/store/records.ts';
import { createTransport, type ServerTransport } from '#src/contract/client/transport.server.ts';
import type { Transport } from '#src/contract/client/types.ts';
import { runSuite } from '#src/contract/conformance/suite.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { putLivingLists } from '../helpers/living-lists.ts';
import { book, chapter, startApi, type TestApi } from '../integration/api/fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

let api: TestApi;
let transport: ServerTransport;

/** Writes books with the same tag, category, author and first letter. Two of the books are tied in every order. */
async function fill(writer: StoreWriter): Promise<void> {
  const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00Z`;
  const places = [1, 2, 2, 3, 4, 5];
  for (const [index, place] of places.entries())
    await writer.putBook(
      book(`b${index}`, {
        title: `Dragon ${place}`,
        hot: 100 - place,
        rating: 5 - place / 2,
        publishedAt: day(30 - place),
        updatedAt: day(30 - place),
        tags: ['Dragons', `Tag ${place}`],
        keywords: ['dragon rider', `keyword ${place}`],
        category: 'Fantasy',
        subCategory: `Part ${place}`,
        chapters: ['One', 'Two'].map((title) => chapter(title, { html: '<p>A day at sea.</p>' })),
      }),
    );
  await writer.putBook(book('other', { category: 'Mystery', hot: 1, tags: ['Village'], title: 'Quiet Rivers' }));
  const shared = { brand: null, section: 7 };
  const keys = places.map((_place, index) => `b${index}`);
  await writer.putGenre({ section: 7, name: 'Fantasy', introduction: '', tags: ['Dragons'] });
  await writer.putRanking({ ...shared, type: 'hot', typeName: 'Hot', name: 'Weekly', books: keys });
  await writer.putShelf({ ...shared, name: 'New', style: 'row', books: keys.toReversed() });
  const expiresAt = '2099-01-01T00:00:00Z';
  await writer.putHelpEvent({ section: 7, book: 'b0', inviter: 'Nell', needed: 3, helped: 1, expiresAt });
}

beforeAll(async () => {
  api = await startApi(fill);
  await putLivingLists(api.store);
  const covers = join(api.store.media, 'covers');
  await mkdir(covers, { recursive: true });
  for (const key of ['b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'other'])
    await writeFile(join(covers, `${key}.svg`), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  transport = createTransport({ origin: api.address });
});
afterAll(async () => {
  await transport.close();
  await api.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the data of many different calls.
type ResponseData = any;
/** Changes the data of a call's response. `params` are the parameters of the call. */
type Disorder = (data: ResponseData, params: Readonly<Record<string, string>>) => void;

/** An upstream that responds like our API, except that one call returns changed data. */
const disordered =
  (call: string, disorder: Disorder): Transport =>
  async (request, ...rest) => {
    const response = await transport.send(request, ...rest);
    const url = new URL(request.target, 'http://upstream.test');
    if (!url.pathname.endsWith(`/v1/${call}`) || response.status !== 200) return response;
    const body = JSON.parse(response.body);
    disorder(body.data, { ...Object.fromEntries(url.searchParams), ...JSON.parse(request.body ?? '{}') });
    return { ...response, body: JSON.stringify(body) };
  };

async function problemsOf(call: string, disorder: Disorder, only: readonly string[] | undefined = [call]) {
  const options = { prefix: '/public', locale: LOCALES.en, only, write: true };
  const reports = await runSuite(disordered(call, disorder), options);
  return reports.flatMap(({ name, problems }) => problems.map(({ what }) => `${name}: ${what}`));
}

const swap = (items: ResponseData[], one: number, other: number) => {
  [items[one], items[other]] = [items[other], items[one]];
};

const LISTS = [
  'genre.books',
  'tag.books',
  'category.books',
  'letter.books',
  'seo.keyword_books',
  'recommend.section_books',
];
const ORDERS = ['new', 'updated', 'rating', 'title'];

it('the contract check accepts an upstream that supports all documented orders', async () => {
  expect(await problemsOf('none', () => {}, undefined)).toEqual([]);
});

describe.each([...LISTS, 'search.multi'])('the contract check of the books in %s', (call) => {
  const itemsOf = (data: ResponseData): ResponseData[] => (call === 'search.multi' ? data.books.items : data.items);
  const rejections = (queries: readonly string[]) =>
    expect.arrayContaining(queries.map((query) => `${call}: ${query} returns books that do not match`));
  const orders = rejections(ORDERS.map((order) => `order=${order}`));

  it('reports a wrong order', async () => {
    const problems = await problemsOf(call, (data, { order = '' }) => {
      if (ORDERS.includes(order) && itemsOf(data).length > 1) swap(itemsOf(data), 0, 1);
    });
    expect(problems).toEqual(orders);
  });

  it('reports ties that are not sorted by id', async () => {
    const problems = await problemsOf(call, (data, { order = '' }) => {
      const items = itemsOf(data);
      const place = items.findIndex(({ title }) => title === 'Dragon 2');
      if (ORDERS.includes(order) && items[place + 1]?.title === 'Dragon 2') swap(items, place, place + 1);
    });
    expect(problems).toEqual(orders);
  });

  it('reports filters that return books that do not match', async () => {
    const problems = await problemsOf(call, (data, { status, length }) => {
      const wrong = { ...(status && { status: status === 'finished' ? 'updating' : 'finished' }), words: 60_000 };
      if (status ?? length) for (const item of itemsOf(data)) Object.assign(item, wrong);
    });
    expect(problems).toEqual(rejections(['status=finished', 'length=short']));
  });
});

describe('the default order of a list of books', () => {
  const isDefault = ({ order, since, group }: Readonly<Record<string, string>>) =>
    order === undefined && since === undefined && group === undefined;

  it.each([...LISTS.slice(0, -1), 'author.home'])('sorts by `hot`, then by id, for %s', async (call) => {
    const words = call === 'author.home' ? /books\.items\.\d is out of order/ : /items\.\d is out of order/;
    const of = (data: ResponseData) => (call === 'author.home' ? data.books.items : data.items);
    for (const [one, other] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const problems = await problemsOf(call, (data, params) => {
        if (isDefault(params) && of(data).length > 2) swap(of(data), one, other);
      });
      expect(problems.join('\n')).toMatch(words);
    }
  });

  it("is the same in a shelf's list and in the shelf on the home page", async () => {
    const problems = await problemsOf('recommend.section_books', (data, params) => {
      if (params['order'] === undefined) swap(data.items, 0, 1);
    });
    expect(problems).toContain(
      'recommend.section_books: items does not start with the books of the shelf in recommend.index3',
    );
  });

  it.each(['bookRank.book_list', 'book.list', 'seo.book_tags'])('is the same at any page size for %s', async (call) => {
    const problems = await problemsOf(call, ({ items }, { page_size }) => {
      if (page_size !== undefined && items.length > 1) swap(items, 0, 1);
    });
    expect(problems).toEqual([`${call}: items differs from the same places of page 1 with page_size 20`]);
  });
});

describe('the contract check of lists that are computed from readers', () => {
  it.each(['book.trending', 'book.figures'])('requires books by figure, then by id, for %s', async (call) => {
    for (const place of [0, 1]) {
      const problems = await problemsOf(call, ({ items }) => {
        if (items.length > 2) swap(items, place, place + 1);
      });
      expect(problems).toEqual([expect.stringMatching(/items\.\d is out of order/)]);
    }
  });

  it('requires that no book is similar to itself, and that no other books are returned', async () => {
    const itself = await problemsOf('book.similar', ({ items }) => {
      for (const item of items) item.books[0].id = item.id;
    });
    expect(itself).toEqual([expect.stringContaining('contains the book itself')]);
    const other = await problemsOf('book.similar', ({ items }) => {
      for (const item of items) item.id = 7;
    });
    expect(other).toEqual([expect.stringContaining('items contains other books')]);
  });
});

describe('the contract check of filters for books', () => {
  it.each(LISTS)('requires that every book of %s has exactly one status and length', async (call) => {
    const problems = await problemsOf(call, (data, { status, length, page_size }) => {
      if (page_size === undefined && (status === 'updating' || length === 'long')) data.total += 1;
    });
    expect(problems.join('\n')).toMatch(
      /the lists of finished, updating contain (\d) books in total, expected (?!\1)\d/,
    );
    expect(problems.join('\n')).toMatch(
      /the lists of short, medium, long contain (\d) books in total, expected (?!\1)\d/,
    );
  });
});

describe('the contract check of lists of names', () => {
  it.each([
    ['seo.book_tags', (data: ResponseData) => data.items, 'items is not ordered by name'],
    ['seo.keywords.page', (data: ResponseData) => data.items, 'items is not ordered by name'],
    ['category.list', (data: ResponseData) => data.items, 'items is not ordered by name'],
    ['category.list', (data: ResponseData) => data.items[0].subs, 'items.0.subs is not ordered by name'],
  ])('reports a wrong order in %s', async (call, of, words) => {
    const problems = await problemsOf(call, (data, { page_size, since }) => {
      if (page_size === undefined && since === undefined && data.items.length > 0) swap(of(data), 0, 1);
    });
    expect(problems).toContain(`${call}: ${words}`);
  });
});

describe('the contract check of other documented orders', () => {
  it.each<[string, string, Disorder]>([
    ['book.list', 'items.1 is out of order', ({ items }) => swap(items, 0, 1)],
    ['book.chapters', 'items.0.number is 2, expected 1', ({ items }) => swap(items, 0, 1)],
    ['chapter.dates', 'items has different chapters', ({ items }) => swap(items[0].chapters, 0, 1)],
    ['chapter.find', 'items.1 is out of order', ({ items }) => swap(items, 0, 1)],
  ])('reports a wrong order in %s', async (call, words, disorder) => {
    const problems = await problemsOf(call, (data, params) => {
      if (data.items?.length > 0 && params['since'] === undefined) disorder(data, params);
    });
    expect(problems.join('\n')).toContain(words);
  });

  it.each([
    ['another name', ''],
    ['a later date', '2099-01-01T00:00:00Z'],
    ['a date half a second later', 'T00:00:00.500Z'],
  ])('reports that book.by_name returns a book with %s', async (what, date) => {
    const { body } = await api.get('book.list');
    const books: { id: number; title: string }[] = body.data.items;
    // The suite looks up the first book. No other book has its name unless this test renames one.
    const [first, other] = [books[0], books.find(({ title }) => title !== books[0]?.title)];
    const transportOf = disordered('book.by_name', (data) => {
      data.book_id = other?.id;
    });
    const shown = (await api.get('book.show', { book_id: first?.id ?? 0 })).body.data.book;
    const published_at = date.startsWith('T') ? `${shown.published_at.slice(0, 10)}${date}` : date;
    const renamed: Transport = async (request, ...rest) => {
      const response = await transportOf(request, ...rest);
      const isOther = request.target.includes('book.show') && request.target.includes(`book_id=${other?.id}&`);
      if (!isOther || what === 'another name') return response;
      const answer = JSON.parse(response.body);
      Object.assign(answer.data.book, { title: first?.title, published_at });
      return { ...response, body: JSON.stringify(answer) };
    };
    const [report] = await runSuite(renamed, { prefix: '/public', locale: LOCALES.en, only: ['book.by_name'] });
    const words = what === 'another name' ? /^book_id is \d+, "/ : /^book_id is \d+, which is newer than \d+$/;
    expect(report?.problems.map((problem) => problem.what)).toContainEqual(expect.stringMatching(words));
  });

  const purchase = { id: 900, coins: 1, name: 'Welcome', used_on: null, amount: '1 €', state: 'paid' };
  const older = { ...purchase, created_at: '2026-01-01T00:00:00Z', expires_at: '2099-01-01T00:00:00Z' };
  const newer = { ...older, id: 901, created_at: '2026-01-02T00:00:00Z' };

  it.each<[string, string, Disorder]>([
    ['user.sessions', 'items.0 is not the session of this request', ({ items }) => items.reverse()],
    [
      'user.sessions',
      'items after the first.1 is out of order',
      ({ items }) => items.push({ ...items[1], id: 99, seen_at: '2099-01-01T00:00:00Z' }),
    ],
    ['user.vouchers', 'items.1 is out of order', ({ items }) => items.unshift(older, newer)],
    ['user.recharges', 'items.1 is out of order', ({ items }) => items.unshift(older, newer)],
  ])('reports a wrong order in %s: %s', async (call, words, disorder) => {
    expect((await problemsOf(call, disorder, ['auth.login', call])).join('\n')).toContain(`${call}: ${words}`);
  });
});
