import { describe, expect, it } from 'vitest';
import { checkCursor, checkDefaultPage, checkPaging, type ListIn } from '#src/contract/conformance/check-list.ts';
import { seoBookTags } from '#src/contract/index.ts';
import type { Page } from '#src/contract/paging.ts';
import { data, error, type FakeResponse, RESPONSE, type ReceivedRequest, runAgainst, whats } from './test-run.ts';

interface Item {
  readonly id: number;
}
const tag = (id: number) => ({ id, name: `Tag ${id}`, genre_id: null, updated_at: '2026-03-01T00:00:00Z' });
const LIST: ListIn = {
  call: seoBookTags,
  params: { since: undefined },
  pageOf: (answer: Page<unknown>) => answer,
  keyOf: ({ id }: Item) => id,
};
const pageOf = (change: Partial<Page<unknown>> = {}): Page<unknown> => ({
  items: [],
  page: 1,
  page_size: 20,
  total: 0,
  ...change,
});

/** The response of a conforming upstream with `total` tags, or BAD_REQUEST for invalid parameters. */
function goodAnswer(total: number, { params }: ReceivedRequest): FakeResponse {
  const [page, size] = [Number(params['page'] ?? 1), Number(params['page_size'] ?? 20)];
  if (!(page >= 1 && size <= 200)) return error('BAD_REQUEST');
  const all = Array.from({ length: total }, (_, index) => tag(index + 1));
  return data({ items: all.slice((page - 1) * size, page * size), page, page_size: size, total });
}

async function paging(
  total: number,
  answer: (request: ReceivedRequest, good: FakeResponse) => FakeResponse = (_request, good) => good,
  items: readonly Item[] = [],
) {
  const { run, requests } = runAgainst((one) => answer(one, goodAnswer(total, one)));
  const problems = await checkPaging(run, LIST, pageOf({ total, items: [...items] }));
  return { problems: whats(problems), requests: requests.map(({ params: { page, page_size } }) => [page, page_size]) };
}

/** Returns a function that changes the data of one page and leaves the other pages unchanged. */
const onPage =
  (page: number, change: (page: Page<Item>) => Partial<Page<unknown>>) =>
  (request: ReceivedRequest, good: FakeResponse) => {
    const body = good.body as { data: Page<Item> };
    return Number(request.params['page']) === page && request.params['page_size'] !== undefined && body.data
      ? data({ ...body.data, ...change(body.data) })
      : good;
  };

describe('the conformance check of the pages of a list', () => {
  it('requests the first two pages, the last page and the page after it, with a page size of about a quarter of the list', async () => {
    const { problems, requests } = await paging(9);
    expect(problems).toEqual([]);
    expect(requests.slice(0, 4)).toEqual([
      ['1', '3'],
      ['2', '3'],
      ['3', '3'],
      ['4', '3'],
    ]);
    expect(requests.slice(4)).toEqual([
      ['0', undefined],
      [undefined, '201'],
      ['first', undefined],
    ]);
  });

  it.each([
    [[1, 2], 0, 1],
    [[1, 2], 1, 1],
    [[1, 2, 4, 5], 12, 3],
    [[1, 2, 5, 6], 801, 200],
  ])('requests pages %j of a list with %i entries', async (pages, total, size) => {
    const { problems, requests } = await paging(total);
    expect(problems).toEqual([]);
    expect(requests.slice(0, -3)).toEqual(pages.map((page) => [`${page}`, `${size}`]));
  });

  it('reports pages that violate the contract and checks the other pages', async () => {
    const { problems } = await paging(9, (request, good) => {
      if (request.params['page'] === '1') return { body: 'no JSON' };
      return onPage(2, () => ({ total: 8 }))(request, good);
    });
    expect(problems).toEqual(['the body is not JSON', 'total is 8, expected 9']);
  });

  it.each([
    ['a different page number', { page: 7 }, 'page is 7, expected 2'],
    ['a different page size', { page_size: 4 }, 'page_size is 4, expected 3'],
    ['a different total', { total: 10 }, 'total is 10, expected 9'],
    ['too few entries', { items: [tag(4)] }, 'items has 1 entries on page 2 with a total of 9, expected 3'],
  ])('reports pages with %s', async (_what, change, words) => {
    expect(
      (
        await paging(
          9,
          onPage(2, () => change),
        )
      ).problems,
    ).toEqual([words]);
  });

  it('reports entries on the page after the last page', async () => {
    const { problems } = await paging(
      9,
      onPage(4, () => ({ items: [tag(100)] })),
    );
    expect(problems).toEqual(['items has 1 entries on page 4 with a total of 9, expected 0']);
  });

  it('reports an entry that occurs on two pages', async () => {
    const { problems } = await paging(
      9,
      onPage(3, ({ items }) => ({ items: [tag(2), ...items.slice(1)] })),
    );
    expect(problems).toEqual(['items contains 2 twice']);
  });

  const FIRST = [1, 2, 3, 4, 5, 6].map(tag);

  it('requires the same order as on the page requested without a page size', async () => {
    const same = (_request: ReceivedRequest, good: FakeResponse) => good;
    expect((await paging(9, same, FIRST)).problems).toEqual([]);
    const swapped = onPage(2, ({ items }) => ({ items: [...items.slice(0, 1), ...items.slice(1).reverse()] }));
    expect((await paging(9, swapped, FIRST)).problems).toEqual([
      'items differs from the same places of page 1 with page_size 20',
    ]);
    // Only the order of the entries on that page is known.
    const later = onPage(3, ({ items }) => ({ items: items.toReversed() }));
    expect((await paging(9, later, FIRST)).problems).toEqual([]);
  });

  it.each([
    ['page 0', (request: ReceivedRequest) => request.params['page'] === '0'],
    ['a size above the maximum', (request: ReceivedRequest) => request.params['page_size'] === '201'],
    ['a page that is not a number', (request: ReceivedRequest) => request.params['page'] === 'first'],
  ])('expects an error for %s', async (_what, isIt) => {
    const { problems } = await paging(2, (request, good) => (isIt(request) ? data(pageOf()) : good));
    expect(problems).toEqual([expect.stringContaining('is answered with 200, not 400 BAD_REQUEST')]);
  });
});

describe('the conformance check of a list requested without a page', () => {
  it.each([
    [0, 0],
    [7, 7],
    [20, 20],
    [21, 20],
  ])('for a list of %i entries expects the first %i', (total, length) => {
    const good = pageOf({ items: Array.from({ length }), total });
    expect(checkDefaultPage(RESPONSE, good)).toEqual([]);
    expect(whats(checkDefaultPage(RESPONSE, { ...good, items: Array.from({ length: length + 1 }) }))).toHaveLength(1);
  });

  it('expects page 1 with 20 entries per page', () => {
    const problems = whats(checkDefaultPage(RESPONSE, pageOf({ page: 2, page_size: 10 })));
    expect(problems).toEqual(['page is 2, expected 1', 'page_size is 10, expected 20']);
  });
});

describe('the conformance check of the cursor of a list', () => {
  const first = (cursor?: string) => ({ ...pageOf(), ...(cursor === undefined ? {} : { cursor }) });
  const cursor = async (changes: FakeResponse, foreign: FakeResponse = error('BAD_REQUEST')) => {
    const { run, requests } = runAgainst(({ params }) => (params['since'] === 'c1' ? changes : foreign));
    return { problems: whats(await checkCursor(run, LIST, first('c1'))), requests };
  };

  it('is skipped if the list has no cursor', async () => {
    const { run, requests } = runAgainst(() => error('INTERNAL'));
    expect([await checkCursor(run, LIST, first()), requests]).toEqual([[], []]);
  });

  it('accepts a response with the changes and the next cursor', async () => {
    const { problems, requests } = await cursor(data({ ...pageOf({ items: [tag(1)], total: 1 }), cursor: 'c2' }));
    expect(problems).toEqual([]);
    expect(requests.map(({ params }) => params['since'])).toEqual(['c1', 'no-cursor-of-this-upstream']);
  });

  it('accepts a response with only the first page of the changes, but requires a full page', async () => {
    const changes = (length: number) =>
      data({
        ...pageOf({ items: Array.from({ length }, (_, index) => tag(index + 1)), page_size: 3, total: 5 }),
        cursor: 'c2',
      });
    expect((await cursor(changes(3))).problems).toEqual([]);
    expect((await cursor(changes(2))).problems).toEqual(['items has 2 of 5 changes']);
  });

  it('reports a response without a next cursor', async () => {
    expect((await cursor(data(pageOf()))).problems).toEqual(['cursor is missing in the response to a cursor']);
  });

  it('reports nothing further about an invalid response', async () => {
    expect((await cursor({ body: 'no JSON' })).problems).toEqual(['the body is not JSON']);
  });

  it('expects an error for a cursor that was never issued', async () => {
    const { problems } = await cursor(data({ ...pageOf(), cursor: 'c2' }), data(pageOf()));
    expect(problems).toEqual([expect.stringContaining('an unknown cursor')]);
  });
});
