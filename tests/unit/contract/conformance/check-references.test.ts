import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as reference from '#src/contract/conformance/check-references.ts';
import {
  AT,
  data,
  error,
  type FakeResponse,
  listedBook,
  RESPONSE,
  type ReceivedRequest,
  runAgainst,
  whats,
} from './test-run.ts';

const book = (change: object = {}) => ({
  ...listedBook(7, 'The Sea'),
  published_at: AT,
  first_chapter_id: null,
  last_chapter: null,
  source: null,
  ...change,
});
const chapter = (number: number, change: object = {}) => ({
  id: 100 + number,
  number,
  title: `Chapter ${number}`,
  part: null,
  kind: 'chapter',
  words: 1,
  locked: false,
  price: null,
  free_from: null,
  updated_at: AT,
  ...change,
});
const page = (items: readonly unknown[], change: object = {}) => ({
  items,
  page: 1,
  page_size: 200,
  total: items.length,
  ...change,
});

/**
 * Runs a check against an upstream that sends this response to every request.
 * @returns the problems and the requests
 */
async function check(
  response: FakeResponse | ((request: ReceivedRequest) => FakeResponse),
  runCheck: (run: never) => unknown,
) {
  const { run, requests } = runAgainst(typeof response === 'function' ? response : () => response);
  return { problems: whats((await runCheck(run as never)) as []), requests };
}

describe('the conformance check of a book in a list', () => {
  const listed = (listedBook: object, bookResponse: FakeResponse) =>
    check(bookResponse, (run) => reference.checkBook(run, RESPONSE, listedBook as never));
  const responseWith = (change: object = {}) => data({ book: book(change) });

  it('accepts the book if it equals the response of book.show', async () => {
    const { problems, requests } = await listed(book(), responseWith());
    expect([problems, requests[0]?.name, requests[0]?.params['book_id']]).toEqual([[], 'book.show', '7']);
  });

  it.each(['NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'] as const)(
    'reports a book that is %s in book.show',
    async (code) => {
      expect((await listed(book(), error(code))).problems).toEqual([
        'book 7 is listed, but book.show does not have it',
      ]);
    },
  );

  it('reports nothing if book.show itself fails', async () => {
    expect((await listed(book(), error('INTERNAL'))).problems).toEqual([]);
  });

  it('reports a title that differs', async () => {
    const { problems } = await listed(book(), responseWith({ title: 'The Lake' }));
    expect(problems).toEqual(['book 7 is "The Sea" here, but "The Lake" in book.show']);
  });

  it('requires the same brands in the same order', async () => {
    const brands = ['oak', 'elm'];
    expect((await listed(book({ brands }), responseWith({ brands }))).problems).toEqual([]);
    const problemsFor = async (inList: object, inDetail: object) =>
      (await listed(inList, responseWith(inDetail))).problems;
    expect(await problemsFor(book({ brands: ['elm', 'oak'] }), { brands })).toEqual([
      'book 7 is offered by elm,oak here, but by oak,elm in book.show',
    ]);
    expect(await problemsFor(book(), { brands })).toEqual([
      'book 7 is offered by every brand here, but by oak,elm in book.show',
    ]);
  });

  it('does not require brands in a short reference to a book', async () => {
    expect((await listed({ id: 7, title: 'The Sea' }, responseWith({ brands: ['oak'] }))).problems).toEqual([]);
  });
});

describe('the conformance check of the chapter fields of a book', () => {
  const items = [chapter(1, { kind: 'section' }), chapter(2), chapter(3)];
  const last_chapter = { id: 103, number: 3, title: 'Chapter 3', updated_at: AT };
  const good = { chapters: 3, first_chapter_id: 101, last_chapter };
  const problemsFor = async (change: object, list: FakeResponse = data({ items })) =>
    (await check(list, (run) => reference.checkChapterCount(run, RESPONSE, book({ ...good, ...change }) as never)))
      .problems;

  it.each([
    ['includes sections', 3],
    ['excludes sections', 2],
  ])('accepts a chapter count that %s', async (_which, chapters) => {
    expect(await problemsFor({ chapters })).toEqual([]);
  });

  it.each([1, 4])('reports a chapter count of %i', async (chapters) => {
    expect(await problemsFor({ chapters })).toEqual([`book.chapters is ${chapters}, but 3 according to book.chapters`]);
  });

  it('requires the first and the last chapter of the chapter list', async () => {
    expect(await problemsFor({ first_chapter_id: 102 })).toEqual([
      'book.first_chapter_id is 102, but 101 according to book.chapters',
    ]);
    expect(await problemsFor({ last_chapter: { ...last_chapter, id: 102, number: 2 } })).toEqual([
      'book.last_chapter.id is 102, but 103 according to book.chapters',
      'book.last_chapter.number is 2, but 3 according to book.chapters',
    ]);
  });

  it('requires a count of 0 if the book has no chapters', async () => {
    const none = { chapters: 0, first_chapter_id: null, last_chapter: null };
    expect(await problemsFor(none, data({ items: [] }))).toEqual([]);
    expect(await problemsFor({ ...none, chapters: 1 }, data({ items: [] }))).toEqual([
      'book.chapters is 1, but 0 according to book.chapters',
    ]);
  });

  it('is skipped if the chapter list is invalid', async () => {
    expect(await problemsFor({ chapters: 9 }, error('INTERNAL'))).toEqual([]);
  });
});

describe('the conformance check of chapter numbers', () => {
  const problemsFor = (...numbers: number[]) =>
    whats(reference.checkNumbers(RESPONSE, numbers.map((number) => chapter(number)) as never));

  it('requires consecutive numbers from 1', () => {
    expect([problemsFor(), problemsFor(1), problemsFor(1, 2, 3)]).toEqual([[], [], []]);
    expect(problemsFor(0, 1)).toEqual(['items.0.number is 0, expected 1']);
    expect(problemsFor(1, 3)).toEqual(['items.1.number is 3, expected 2']);
    expect(problemsFor(1, 2, 2, 5)).toEqual(['items.2.number is 2, expected 3']);
  });
});

describe('the conformance check of a locked chapter', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00Z'), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const problemsFor = (change: object) =>
    whats(reference.checkFreeFrom(RESPONSE, [chapter(1), chapter(2, { locked: true, ...change })] as never));

  it.each([
    ['no time is set', null],
    ['the time is in the future', '2026-05-01T12:00:01Z'],
    ['the time passed a minute ago, which is the clock tolerance', '2026-05-01T11:59:00Z'],
  ])('accepts the chapter if %s', (_when, free_from) => {
    expect(problemsFor({ free_from })).toEqual([]);
  });

  it('reports a chapter that is still locked after its free_from time, but not a free chapter', () => {
    const free_from = '2026-05-01T11:58:59Z';
    expect(problemsFor({ free_from })).toEqual([`items.1 is locked, although its free_from ${free_from} has passed`]);
    expect(problemsFor({ free_from, locked: false })).toEqual([]);
  });
});

describe('the conformance check of the books of an author', () => {
  const author = { id: 3, name: 'Nell', introduction: '', avatar: null, books: 2, updated_at: AT };
  const home = (...pages: object[][]) =>
    check(
      ({ params }) => data({ author, books: page(pages[Number(params['page']) - 1] ?? [], { total: 9 }) }),
      (run) => reference.checkAuthor(run, RESPONSE, book() as never),
    );

  it('requests pages of the maximum size until the book is found', async () => {
    const { problems, requests } = await home([book({ id: 1 })], [book({ id: 7 })], [book({ id: 9 })]);
    expect(problems).toEqual([]);
    expect(requests.map(({ params }) => [params['author_id'], params['page'], params['page_size']])).toEqual([
      ['3', '1', '200'],
      ['3', '2', '200'],
    ]);
  });

  it('reports a book that is missing from the list', async () => {
    const { problems, requests } = await home([book({ id: 1 })]);
    expect([problems, requests.length]).toEqual([['author.home of 3 lacks book 7'], 2]);
  });

  it('reports an author who does not exist, but not an author.home call that fails', async () => {
    const problemsWith = async (response: FakeResponse) =>
      (await check(response, (run) => reference.checkAuthor(run, RESPONSE, book() as never))).problems;
    expect(await problemsWith(error('NOT_FOUND'))).toEqual(['author.home of 3 lacks book 7']);
    expect(await problemsWith(error('INTERNAL'))).toEqual([]);
  });
});

describe('the conformance check of a cover', () => {
  const problemsFor = (cover: object | null, answer: (request: ReceivedRequest) => FakeResponse) =>
    check(answer, (run) => reference.checkCover(run, RESPONSE, book({ cover }) as never));
  const cover = { url: '/media/7.webp', widths: [160, 320], tone: 1 };
  const picture = { body: 'x', contentType: 'image/webp' };

  it('requests the cover and its first width', async () => {
    const { problems, requests } = await problemsFor(cover, () => picture);
    expect([problems, requests.map(({ name, query }) => [name, query['w']])]).toEqual([
      [],
      [
        ['/ash_api/media/7.webp', undefined],
        ['/ash_api/media/7.webp', '160'],
      ],
    ]);
  });

  it('is skipped if the book has no cover or the cover is on a different server', async () => {
    for (const none of [null, { ...cover, url: 'https://pictures.test/7.webp' }])
      expect((await problemsFor(none, () => picture)).requests).toEqual([]);
  });

  it.each([
    ['not found', { ...picture, status: 404 }, '404 image/webp'],
    ['not an image', { ...picture, contentType: 'text/html' }, '200 text/html'],
  ])('reports a width that is %s', async (_what, response, words) => {
    const { problems } = await problemsFor(cover, ({ query }) => (query['w'] === '160' ? response : picture));
    expect(problems).toEqual([`the cover GET /ash_api/media/7.webp?w=160 is answered with ${words}`]);
  });
});

describe('the conformance check of the target of a banner', () => {
  const problemsFor = (target: object, response: FakeResponse) =>
    check(response, (run) => reference.checkTarget(run, RESPONSE, { target } as never));
  const ranking = { kind: 'ranking', type: 'hot', id: 5 };

  it('requires that a book or ranking exists', async () => {
    expect((await problemsFor({ kind: 'book', book: { id: 7, title: 'The Sea' } }, error('GONE'))).problems).toEqual([
      'book 7 is listed, but book.show does not have it',
    ]);
    expect((await problemsFor(ranking, error('NOT_FOUND'))).problems).toEqual([
      'a banner links to ranking hot/5, which bookRank.book_list does not have',
    ]);
    expect((await problemsFor(ranking, data(page([])))).problems).toEqual([]);
  });

  it('is skipped for other kinds of targets', async () => {
    expect((await problemsFor({ kind: 'url', url: 'https://elsewhere.test/' }, error('NOT_FOUND'))).requests).toEqual(
      [],
    );
  });
});

describe('the conformance check of the tags of a genre', () => {
  const tag = (id: number) => ({ id, name: `Tag ${id}`, genre_id: null, updated_at: AT });
  const problemsFor = async (total: number) =>
    (
      await check(data(page([tag(1), tag(2)], { total })), (run) =>
        reference.checkGenreTags(run, RESPONSE, [{ id: 2 }, { id: 3 }, { id: 4 }]),
      )
    ).problems;

  it('requires that the list of all tags contains them, if that list fits on one page', async () => {
    expect(await problemsFor(200)).toEqual(['tag 3 of a genre is not in seo.book_tags']);
    expect(await problemsFor(201)).toEqual([]);
  });
});

describe('the conformance checks of ids and brand lists', () => {
  it('report duplicates', () => {
    expect(reference.checkDistinct(RESPONSE, [{ id: 1 }, { id: 2 }], 'items')).toEqual([]);
    expect(whats(reference.checkDistinct(RESPONSE, [{ id: 1 }, { id: 1 }], 'items'))).toEqual([
      'items contains an id twice',
    ]);
    expect(reference.checkDistinctBrands(RESPONSE, {})).toEqual([]);
    expect(whats(reference.checkDistinctBrands(RESPONSE, { brands: ['oak', 'elm', 'oak'] }))).toHaveLength(1);
  });
});

it.each([
  [null, 0, true],
  [4.5, 3, true],
  [4.5, undefined, true],
  [0, 1, true],
  [null, 3, false],
  [0, 0, false],
])('the conformance check accepts a rating of %s by %s readers: %s', (rating, rating_count, isValid) => {
  expect(reference.checkRatingCount(RESPONSE, book({ rating, rating_count }) as never)).toHaveLength(isValid ? 0 : 1);
});
