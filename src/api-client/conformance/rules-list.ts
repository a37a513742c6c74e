import { type AnyCall, API_ERRORS, type Params } from '#src/contract/index.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import { readBody } from '../answer.ts';
import type { Asked } from './asker.ts';
import { answerFaults, expects, refusalFaults } from './faults.ts';
import type { Fault, Run } from './types.ts';

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
  readonly asked: Asked;
  readonly page: Page<unknown>;
}

/** Pages are as long as asked, cover the list once, speak of one total, and end. */
export async function pagingFaults(run: Run, list: ListIn, first: Page<unknown>): Promise<Fault[]> {
  const size = Math.min(MAX_PAGE_SIZE, Math.max(1, Math.ceil(first.total / 4)));
  const last = Math.max(1, Math.ceil(first.total / size));
  const numbers = [...new Set([1, 2, last, last + 1])];
  const faults: Fault[] = [];
  const pages: Seen[] = [];
  for (const number of numbers) {
    const asked = await run.asker.ask(list.call, { ...list.params, page: number, page_size: size });
    faults.push(...answerFaults(list.call, asked));
    const page = pageIn(list, asked);
    if (!page) continue;
    pages.push({ asked, page });
    faults.push(...pageFaults(asked, page, { number, size, total: first.total }));
  }
  return [...faults, ...duplicateFaults(list, pages), ...(await limitFaults(run, list))];
}

/** Without `page` and `page_size` a list gives its first 20. */
export function defaultFaults(asked: Asked, page: Page<unknown>): Fault[] {
  return pageFaults(asked, page, { number: 1, size: DEFAULT_PAGE_SIZE, total: page.total });
}

function pageIn({ call, pageOf }: ListIn, { status, json }: Asked): Page<unknown> | undefined {
  const body = status === 200 ? readBody(call, json) : { problem: '' };
  return 'data' in body ? pageOf(body.data as never) : undefined;
}

function pageFaults(
  asked: Asked,
  page: Page<unknown>,
  wanted: { number: number; size: number; total: number },
): Fault[] {
  const { number, size, total } = wanted;
  const length = Math.max(0, Math.min(size, total - (number - 1) * size));
  const is = (field: keyof Page<unknown>, value: number) => `${field} is ${page[field]}, expected ${value}`;
  return [
    ...expects(page.page === number, asked, is('page', number), 'Repeat the page that was asked for.'),
    ...expects(page.page_size === size, asked, is('page_size', size), 'Repeat the page size that was asked for.'),
    ...expects(page.total === total, asked, is('total', total), 'Count the same list on each of its pages.'),
    ...expects(
      page.items.length === length,
      asked,
      `items holds ${page.items.length} entries on page ${number} of a total of ${total}, expected ${length}`,
      'Fill every page but the last, and answer the page after it with no items.',
    ),
  ];
}

function duplicateFaults({ keyOf }: ListIn, pages: readonly Seen[]): Fault[] {
  const keys = pages.flatMap(({ asked, page }) =>
    page.items.map((item) => ({ asked, key: String(keyOf(item as never)) })),
  );
  const seen = new Set<string>();
  return keys.flatMap(({ asked, key }) => {
    const isNew = !seen.has(key);
    seen.add(key);
    return expects(isNew, asked, `items holds ${key} twice`, 'Give the list one fixed order, and each entry once.');
  });
}

async function limitFaults({ asker }: Run, { call, params }: ListIn): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const wrong of [{ page: 0 }, { page_size: MAX_PAGE_SIZE + 1 }, { page: 'first' }]) {
    const asked = await asker.ask(call, { ...params, ...wrong });
    faults.push(...refusalFaults(asked, ['BAD_REQUEST'], `${JSON.stringify(wrong)}`));
  }
  return faults;
}

/** A list that gives a cursor answers to it with what changed since, and refuses one it never gave. */
export async function cursorFaults(
  run: Run,
  list: ListIn,
  first: Page<unknown> & { cursor?: string | undefined },
): Promise<Fault[]> {
  if (first.cursor === undefined) return [];
  const asked = await run.asker.ask(list.call, { ...list.params, since: first.cursor });
  const faults = answerFaults(list.call, asked);
  const page: (Page<unknown> & { cursor?: string }) | undefined = pageIn(list, asked);
  const foreign = await run.asker.ask(list.call, { ...list.params, since: 'no-cursor-of-this-upstream' });
  return [
    ...faults,
    ...(page ? changeFaults(asked, page) : []),
    ...refusalFaults(
      foreign,
      ['BAD_REQUEST'],
      `a cursor it never gave (${API_ERRORS.BAD_REQUEST} makes callers read all)`,
    ),
  ];
}

function changeFaults(asked: Asked, page: Page<unknown> & { cursor?: string }): Fault[] {
  return [
    ...expects(
      page.cursor !== undefined,
      asked,
      'cursor is missing in the answer to a cursor',
      'Send the next cursor.',
    ),
    ...expects(
      page.items.length === Math.min(page.total, page.page_size),
      asked,
      `items holds ${page.items.length} changes of ${page.total}`,
      'Count in total what changed since the cursor, and page it as any list.',
    ),
  ];
}
