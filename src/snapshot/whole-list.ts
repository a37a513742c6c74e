import type { Page } from '#src/contract/paging.ts';
import { inOrder } from '#src/lib/in-order.ts';
import { UpstreamError } from './errors.ts';

/** Calls under way at a time, at most. */
export const CONCURRENCY = 4;
const TURNS = 3;

/** What a read of a list brought, beside what the upstream says of it. */
export interface Account {
  /** Entries that came. */
  readonly got: number;
  /** Entries there are, as the answers said; more than one number where the list changed meanwhile. */
  readonly totals: ReadonlySet<number>;
}

/**
 * Reads a list until all of it came: a page may be short, and in a list that changes between two pages an entry can
 * move from one that is still to be read to one that was read.
 * @param name of the list, for people
 * @throws UpstreamError with the numbers of the last read
 */
export async function untilWhole<R extends Account>(name: string, read: () => Promise<R>): Promise<R> {
  for (let turn = 1; ; turn += 1) {
    const account = await read();
    if (isWhole(account)) return account;
    if (turn === TURNS) throw incomplete(name, account);
  }
}

const isWhole = ({ got, totals }: Account) => totals.size === 1 && totals.has(got);

function incomplete(name: string, { got, totals }: Account): UpstreamError {
  return new UpstreamError(
    `The upstream's ${name} was read ${TURNS} times and never came whole: of the last read there are ${got} entries, ` +
      `and its total was ${[...totals].join(', then ')}. A page of it is short, an entry stands on two pages, or the ` +
      'list changed during each read. The live release stays as it is; run again when the list rests.',
  );
}

/** The page, and those behind it as far as so many entries need, in their order. */
export async function* pagesFrom<T, P extends Page<T>>(
  first: P,
  wanted: number,
  fetch: (page: number) => Promise<P>,
): AsyncGenerator<P> {
  yield first;
  const last = Math.ceil(wanted / first.page_size);
  yield* inOrder(numbers(first.page + 1, last), CONCURRENCY, fetch);
}

function* numbers(from: number, to: number): Iterable<number> {
  for (let number = from; number <= to; number += 1) yield number;
}
