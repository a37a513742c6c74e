import type { Caller } from '#src/api-client/types.ts';
import type { AnyCall, Data, Params } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import { emptyPage, MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import { type UpstreamError, upstreamFault } from './errors.ts';
import { createGate } from './gate.ts';
import { patiently } from './patience.ts';
import { CONCURRENCY, pagesFrom, untilWhole } from './whole-list.ts';

/** What a pull needs of the client. */
export interface UpstreamCaller {
  readonly call: Caller;
  lacks(call: AnyCall): boolean;
  /** Asks for optional calls, changing nothing there, so that `lacks` knows of them; no answer counts as having one. */
  probe(calls: readonly AnyCall[]): Promise<unknown>;
}

/** Reads of one section that either bring data or throw UpstreamError. */
export interface Pull {
  readonly locale: Locale;
  lacks(call: AnyCall): boolean;
  one<C extends AnyCall>(call: C, params: Params<C>): Promise<Data<C>>;
  /** As `one`, but undefined where the upstream answers with one of these codes: that is no fault then. */
  unless<C extends AnyCall>(codes: readonly string[], call: C, params: Params<C>): Promise<Data<C> | undefined>;
  /** The first `most` entries of a list in their order, or all; none where the upstream knows no such list. */
  entries<T>(call: PagedCall<T>, params: object, most?: number): Promise<readonly T[]>;
}

/** A call that answers a page of `T`; its page parameters are filled in by the pull. */
export type PagedCall<T> = AnyCall & { readonly empty: { readonly items: readonly T[] } };

/** For people: the call, what it was asked with, and where. */
export const listName = (call: AnyCall, params: object, { section }: Locale) =>
  `${call.name} ${JSON.stringify(params)} of section ${section}`;

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
    entries<T>(call: PagedCall<T>, params: object, most = Number.POSITIVE_INFINITY) {
      const page = (number: number) => ({ ...params, page: number, page_size: MAX_PAGE_SIZE });
      const fetchFirst = () => unless<PagedCall<T>>(ABSENT, call, page(1));
      return upTo<T>(most, listName(call, params, locale), fetchFirst, (number) => unless([], call, page(number)));
    },
  };
}

/** The list, or the whole call, is not there: no fault of the upstream. */
export const ABSENT: readonly string[] = ['NOT_FOUND', 'GONE', 'CALL_ABSENT'];

/** Entries are counted as they stand: a list in the upstream's own order may name one twice. */
async function upTo<T>(
  most: number,
  name: string,
  fetchFirst: () => Promise<Page<T> | undefined>,
  fetch: (page: number) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const { entries } = await untilWhole(name, async () => {
    const first = (await fetchFirst()) ?? emptyPage();
    const entries: T[] = [];
    const totals = new Set<number>();
    for await (const { items, total } of pagesFrom(first, Math.min(most, first.total), fetch)) {
      entries.push(...items);
      totals.add(Math.min(most, total));
    }
    return { entries: entries.slice(0, most), got: Math.min(most, entries.length), totals };
  });
  return entries;
}
