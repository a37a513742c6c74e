import type { Caller } from '#src/client/types.ts';
import type { AnyCall, Data, Params } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import { MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import { inOrder } from '#src/lib/in-order.ts';
import { UpstreamError, upstreamFault } from './errors.ts';
import { createGate } from './gate.ts';
import { patiently } from './patience.ts';

/** What a pull needs of the client. */
export interface UpstreamCaller {
  readonly call: Caller;
  lacks(call: AnyCall): boolean;
  /** Asks for optional calls, changing nothing there, so that `lacks` knows of them; no answer counts as having one. */
  probe(calls: readonly AnyCall[]): Promise<unknown>;
}

/** Calls under way at a time, at most. */
const CONCURRENCY = 4;
const STARTS_OVER = 3;

/** Reads of one section that either bring data or throw UpstreamError. */
export interface Pull {
  readonly locale: Locale;
  lacks(call: AnyCall): boolean;
  one<C extends AnyCall>(call: C, params: Params<C>): Promise<Data<C>>;
  /** As `one`, but undefined where the upstream answers with one of these codes: that is no fault then. */
  unless<C extends AnyCall>(codes: readonly string[], call: C, params: Params<C>): Promise<Data<C> | undefined>;
  /** Pages of a list in their order, until `most` entries; nothing where the upstream knows no such list. */
  pages<T>(call: PagedCall<T>, params: object, most?: number): AsyncIterable<readonly T[]>;
  /** Runs `take` for each page from `from` on; from the first on, after `restart`, where the list changes meanwhile. */
  whole<T, P extends Page<T>>(list: WholeList<T, P>): Promise<P>;
}

/** A call that answers a page of `T`; its page parameters are filled in by the pull. */
export type PagedCall<T> = AnyCall & { readonly empty: { readonly items: readonly T[] } };

interface WholeList<T, P extends Page<T>> {
  /** The first page that is asked for; default 1. */
  readonly from?: number;
  readonly fetch: (page: number) => Promise<P>;
  /** Comes before the first page is taken. */
  restart(): void;
  take(page: P): void;
}

export function createPull(upstream: UpstreamCaller, locale: Locale, stop: AbortController): Pull {
  const gate = createGate(CONCURRENCY, stop.signal);
  let fault: UpstreamError | undefined;
  const unless: Pull['unless'] = async (codes, call, params) => {
    const result = await patiently(gate, () => upstream.call(call, params, { locale, signal: stop.signal }));
    if (result.success === 1) return result.data;
    if (result.errors.some(({ code }) => codes.includes(code))) return undefined;
    // The first fault ends the calls under way: theirs would only say that they were ended.
    fault ??= upstreamFault(call, params, locale.section, result);
    stop.abort();
    throw fault;
  };
  return {
    locale,
    unless,
    one: (call, params) => unless([], call, params),
    lacks: (call) => upstream.lacks(call),
    async *pages<T>(call: PagedCall<T>, params: object, most = Number.POSITIVE_INFINITY) {
      const page = (number: number) => ({ ...params, page: number, page_size: MAX_PAGE_SIZE });
      const first: Page<T> | undefined = await unless(ABSENT, call, page(1));
      if (first) yield* upTo(most, first, (number) => unless([], call, page(number)));
    },
    whole: (list) => pullWhole(list),
  };
}

/** The list, or the whole call, is not there: no fault of the upstream. */
export const ABSENT: readonly string[] = ['NOT_FOUND', 'GONE', 'CALL_ABSENT'];

async function* upTo<T>(
  most: number,
  first: Page<T>,
  fetch: (page: number) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  let left = Math.min(most, first.total);
  for await (const { items } of chain(first, left, fetch)) {
    if (items.length === 0 || left <= 0) return;
    yield items.slice(0, left);
    left -= items.length;
  }
}

async function* chain<T, P extends Page<T>>(
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

async function pullWhole<T, P extends Page<T>>({ from = 1, fetch, restart, take }: WholeList<T, P>): Promise<P> {
  for (let turn = 1; turn <= STARTS_OVER; turn += 1) {
    const begin = turn === 1 ? from : 1;
    if (begin === 1) restart();
    const first = await fetch(begin);
    if (await takeAll(first, fetch, take)) return first;
  }
  throw new UpstreamError(
    `A list of the upstream changed during each of ${STARTS_OVER} pulls. Run again when it rests.`,
  );
}

/** @returns whether every page spoke of the same list */
async function takeAll<T, P extends Page<T>>(
  first: P,
  fetch: (page: number) => Promise<P>,
  take: (page: P) => void,
): Promise<boolean> {
  for await (const page of chain(first, first.total, fetch)) {
    if (page.total !== first.total) return false;
    if (page.items.length === 0) return true;
    take(page);
  }
  return true;
}
