import { type AnyCall, API_ERRORS, type Params } from '#src/contract/index.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import { readBody } from '../response.ts';
import type { ProbeResponse } from './probe-client.ts';
import { checkError, checkSuccess, problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

/** A paged list within the answers of a call. */
export interface ListIn {
  readonly call: AnyCall;
  readonly params: Params<AnyCall>;
  /** The page within a call's checked data. */
  readonly pageOf: (data: never) => Page<unknown>;
  /** What makes an entry itself; no two are equal over all pages. */
  readonly keyOf: (item: never) => unknown;
}

interface Seen {
  readonly response: ProbeResponse;
  readonly page: Page<unknown>;
}

/** Pages have the asked length, cover the list once, speak of one total, and end. */
export async function checkPaging(run: TestRun, list: ListIn, first: Page<unknown>): Promise<Problem[]> {
  const size = Math.min(MAX_PAGE_SIZE, Math.max(1, Math.ceil(first.total / 4)));
  const last = Math.max(1, Math.ceil(first.total / size));
  const numbers = [...new Set([1, 2, last, last + 1])];
  const problems: Problem[] = [];
  const pages: Seen[] = [];
  for (const number of numbers) {
    const response = await run.client.send(list.call, { ...list.params, page: number, page_size: size });
    problems.push(...checkSuccess(list.call, response));
    const page = pageIn(list, response);
    if (!page) continue;
    pages.push({ response, page });
    problems.push(...checkPage(response, page, { number, size, total: first.total }));
  }
  return [...problems, ...checkDuplicates(list, pages), ...(await checkPageLimits(run, list))];
}

/** Without `page` and `page_size` a list gives its first 20. */
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
  wanted: { number: number; size: number; total: number },
): Problem[] {
  const { number, size, total } = wanted;
  const length = Math.max(0, Math.min(size, total - (number - 1) * size));
  const is = (field: keyof Page<unknown>, value: number) => `${field} is ${page[field]}, expected ${value}`;
  return [
    ...problemUnless(page.page === number, response, is('page', number), 'Repeat the page that was asked for.'),
    ...problemUnless(
      page.page_size === size,
      response,
      is('page_size', size),
      'Repeat the page size that was asked for.',
    ),
    ...problemUnless(page.total === total, response, is('total', total), 'Count the same list on each of its pages.'),
    ...problemUnless(
      page.items.length === length,
      response,
      `items holds ${page.items.length} entries on page ${number} of a total of ${total}, expected ${length}`,
      'Fill every page but the last, and answer the page after it with no items.',
    ),
  ];
}

function checkDuplicates({ keyOf }: ListIn, pages: readonly Seen[]): Problem[] {
  const keys = pages.flatMap(({ response, page }) =>
    page.items.map((item) => ({ response, key: String(keyOf(item as never)) })),
  );
  const seen = new Set<string>();
  return keys.flatMap(({ response, key }) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return problemUnless(
      isNew,
      response,
      `items holds ${key} twice`,
      'Give the list one fixed order, and each entry once.',
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

/** A list that gives a cursor answers to it with what changed since, and refuses one it never gave. */
export async function checkCursor(
  run: TestRun,
  list: ListIn,
  first: Page<unknown> & { cursor?: string | undefined },
): Promise<Problem[]> {
  if (first.cursor === undefined) return [];
  const response = await run.client.send(list.call, { ...list.params, since: first.cursor });
  const problems = checkSuccess(list.call, response);
  const page: (Page<unknown> & { cursor?: string }) | undefined = pageIn(list, response);
  const foreign = await run.client.send(list.call, { ...list.params, since: 'no-cursor-of-this-upstream' });
  return [
    ...problems,
    ...(page ? checkChanges(response, page) : []),
    ...checkError(
      foreign,
      ['BAD_REQUEST'],
      `a cursor it never gave (${API_ERRORS.BAD_REQUEST} makes callers read all)`,
    ),
  ];
}

function checkChanges(response: ProbeResponse, page: Page<unknown> & { cursor?: string }): Problem[] {
  return [
    ...problemUnless(
      page.cursor !== undefined,
      response,
      'cursor is missing in the answer to a cursor',
      'Send the next cursor.',
    ),
    ...problemUnless(
      page.items.length === Math.min(page.total, page.page_size),
      response,
      `items holds ${page.items.length} changes of ${page.total}`,
      'Count in total what changed since the cursor, and page it as any list.',
    ),
  ];
}
