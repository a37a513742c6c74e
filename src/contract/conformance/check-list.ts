import { readBody } from '../client/response.ts';
import { type AnyCall, API_ERRORS, type Params } from '../index.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page } from '../paging.ts';
import type { ProbeResponse } from './probe-client.ts';
import { checkError, checkSuccess, problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

/** A paged list in the responses of a call. */
export interface ListIn {
  readonly call: AnyCall;
  readonly params: Params<AnyCall>;
  /** Returns the page from a call's validated data. */
  readonly pageOf: (data: never) => Page<unknown>;
  /** Returns the key of an entry, which must be unique across all pages. */
  readonly keyOf: (item: never) => unknown;
}

interface FetchedPage {
  readonly response: ProbeResponse;
  readonly page: Page<unknown>;
}

/**
 * Checks that pages have the requested length, contain every entry once, agree on the total, and are empty after the
 * last page.
 */
export async function checkPaging(run: TestRun, list: ListIn, first: Page<unknown>): Promise<Problem[]> {
  const size = Math.min(MAX_PAGE_SIZE, Math.max(1, Math.ceil(first.total / 4)));
  const last = Math.max(1, Math.ceil(first.total / size));
  const numbers = [...new Set([1, 2, last, last + 1])];
  const problems: Problem[] = [];
  const pages: FetchedPage[] = [];
  for (const number of numbers) {
    const response = await run.client.send(list.call, { ...list.params, page: number, page_size: size });
    problems.push(...checkSuccess(list.call, response));
    const page = pageIn(list, response);
    if (!page) continue;
    pages.push({ response, page });
    problems.push(...checkPage(response, page, { number, size, total: first.total }));
  }
  const duplicates = checkDuplicates(list, pages);
  return [
    ...problems,
    ...(duplicates.length > 0 ? duplicates : checkSameOrder(list, first, pages)),
    ...(await checkPageLimits(run, list)),
  ];
}

/** Checks that the order does not depend on the page size. */
function checkSameOrder({ keyOf }: ListIn, first: Page<unknown>, pages: readonly FetchedPage[]): Problem[] {
  const keys = first.items.map((item) => keyOf(item as never));
  const wrong = pages.find(({ page }) =>
    page.items.some((item, index) => {
      const key = keys[(page.page - 1) * page.page_size + index];
      return key !== undefined && key !== keyOf(item as never);
    }),
  );
  return wrong
    ? problemUnless(
        false,
        wrong.response,
        `items differs from the same places of page 1 with page_size ${first.page_size}`,
        'Use one fixed order for every page size; order equal entries by id.',
      )
    : [];
}

/** Checks that a list returns its first 20 entries by default. */
export function checkDefaultPage(response: ProbeResponse, page: Page<unknown>): Problem[] {
  return checkPage(response, page, { number: 1, size: DEFAULT_PAGE_SIZE, total: page.total });
}

function pageIn({ call, pageOf }: ListIn, { status, json }: ProbeResponse): Page<unknown> | undefined {
  const body = status === 200 ? readBody(call, json) : { problem: '' };
  return 'data' in body ? pageOf(body.data as never) : undefined;
}

function checkPage(
  response: ProbeResponse,
  page: Page<unknown>,
  expected: { number: number; size: number; total: number },
): Problem[] {
  const { number, size, total } = expected;
  const length = Math.max(0, Math.min(size, total - (number - 1) * size));
  const is = (field: keyof Page<unknown>, value: number) => `${field} is ${page[field]}, expected ${value}`;
  return [
    ...problemUnless(page.page === number, response, is('page', number), 'Return the requested page number.'),
    ...problemUnless(page.page_size === size, response, is('page_size', size), 'Return the requested page size.'),
    ...problemUnless(page.total === total, response, is('total', total), 'Return the same total on every page.'),
    ...problemUnless(
      page.items.length === length,
      response,
      `items has ${page.items.length} entries on page ${number} with a total of ${total}, expected ${length}`,
      'Fill every page except the last, and return no items for pages after it.',
    ),
  ];
}

function checkDuplicates({ keyOf }: ListIn, pages: readonly FetchedPage[]): Problem[] {
  const keys = pages.flatMap(({ response, page }) =>
    page.items.map((item) => ({ response, key: String(keyOf(item as never)) })),
  );
  const earlierKeys = new Set<string>();
  return keys.flatMap(({ response, key }) => {
    const isNew = !earlierKeys.has(key);
    earlierKeys.add(key);
    return problemUnless(
      isNew,
      response,
      `items contains ${key} twice`,
      'Use one fixed order and list each entry once.',
    );
  });
}

async function checkPageLimits({ client }: TestRun, { call, params }: ListIn): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const wrong of [{ page: 0 }, { page_size: MAX_PAGE_SIZE + 1 }, { page: 'first' }]) {
    const response = await client.send(call, { ...params, ...wrong });
    problems.push(...checkError(response, ['BAD_REQUEST'], `${JSON.stringify(wrong)}`));
  }
  return problems;
}

/** Checks that a request with the list's cursor returns the changes, and that unknown cursors are rejected. */
export async function checkCursor(
  run: TestRun,
  list: ListIn,
  first: Page<unknown> & { cursor?: string | undefined },
): Promise<Problem[]> {
  if (first.cursor === undefined) return [];
  const response = await run.client.send(list.call, { ...list.params, since: first.cursor });
  const problems = checkSuccess(list.call, response);
  const page: (Page<unknown> & { cursor?: string }) | undefined = pageIn(list, response);
  const unknownCursor = await run.client.send(list.call, { ...list.params, since: 'no-cursor-of-this-upstream' });
  return [
    ...problems,
    ...(page ? checkChanges(response, page) : []),
    ...checkError(
      unknownCursor,
      ['BAD_REQUEST'],
      `an unknown cursor (${API_ERRORS.BAD_REQUEST} makes callers read everything)`,
    ),
  ];
}

function checkChanges(response: ProbeResponse, page: Page<unknown> & { cursor?: string }): Problem[] {
  return [
    ...problemUnless(
      page.cursor !== undefined,
      response,
      'cursor is missing in the response to a cursor',
      'Return the next cursor.',
    ),
    ...problemUnless(
      page.items.length === Math.min(page.total, page.page_size),
      response,
      `items has ${page.items.length} of ${page.total} changes`,
      'Return the number of changes since the cursor as total, and page them like any list.',
    ),
  ];
}
