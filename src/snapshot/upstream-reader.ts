import type { ApiClient } from '#src/api-client/types.ts';
import type { AnyCall, Data, Params } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import { emptyPage, MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import { createAdaptiveLimiter } from './adaptive-limiter.ts';
import { type UpstreamError, upstreamErrorOf } from './errors.ts';
import { CONCURRENCY, pagesFrom, readUntilComplete } from './paged-read.ts';
import { callWithRetry } from './retry.ts';

/** The API client, as far as a sync needs it. */
export interface UpstreamClient {
  readonly call: ApiClient;
  lacks(call: AnyCall): boolean;
  /** Probes optional calls without changing anything, so that `lacks` knows of them. A call without an answer counts as present. */
  probe(calls: readonly AnyCall[]): Promise<unknown>;
}

/** Reads one section of the upstream. Every method gives data or throws UpstreamError. */
export interface UpstreamReader {
  readonly locale: Locale;
  lacks(call: AnyCall): boolean;
  read<C extends AnyCall>(call: C, params: Params<C>): Promise<Data<C>>;
  /** Like `read`, but undefined where the upstream answers with one of these error codes. */
  readUnless<C extends AnyCall>(codes: readonly string[], call: C, params: Params<C>): Promise<Data<C> | undefined>;
  /** The first `limit` entries of a list, or all of them; empty where the upstream has no such list. */
  readList<T>(call: PagedCall<T>, params: object, limit?: number): Promise<readonly T[]>;
}

/** A call that answers with a page of `T`. The reader adds the page parameters. */
export type PagedCall<T> = AnyCall & { readonly empty: { readonly items: readonly T[] } };

/** The call, its parameters and its section, for messages. */
export const describeCall = (call: AnyCall, params: object, { section }: Locale) =>
  `${call.name} ${JSON.stringify(params)} of section ${section}`;

export function createUpstreamReader(upstream: UpstreamClient, locale: Locale, abort: AbortController): UpstreamReader {
  const limiter = createAdaptiveLimiter(CONCURRENCY, abort.signal);
  let firstError: UpstreamError | undefined;
  const readUnless: UpstreamReader['readUnless'] = async (codes, call, params) => {
    const result = await callWithRetry(limiter, () => upstream.call(call, params, { locale, signal: abort.signal }));
    if (result.success === 1) return result.data;
    if (result.errors.some(({ code }) => codes.includes(code))) return undefined;
    // The first error aborts the calls under way. Their own errors would only say that they were aborted.
    firstError ??= upstreamErrorOf(call, params, locale.section, result);
    abort.abort();
    throw firstError;
  };
  return {
    locale,
    readUnless,
    read: (call, params) => readUnless([], call, params),
    lacks: (call) => upstream.lacks(call),
    readList<T>(call: PagedCall<T>, params: object, limit = Number.POSITIVE_INFINITY) {
      const page = (number: number) => ({ ...params, page: number, page_size: MAX_PAGE_SIZE });
      const fetchFirst = () => readUnless<PagedCall<T>>(NOT_FOUND_CODES, call, page(1));
      return readUpTo<T>(limit, describeCall(call, params, locale), fetchFirst, (number) =>
        readUnless([], call, page(number)),
      );
    },
  };
}

/** The list, or the whole call, does not exist: not an error of the upstream. */
export const NOT_FOUND_CODES: readonly string[] = ['NOT_FOUND', 'GONE', 'CALL_ABSENT'];

/** Counts entries, not distinct ids: a list in the upstream's own order may name a book twice. */
async function readUpTo<T>(
  limit: number,
  name: string,
  fetchFirst: () => Promise<Page<T> | undefined>,
  fetch: (page: number) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const { entries } = await readUntilComplete(name, async () => {
    const first = (await fetchFirst()) ?? emptyPage();
    const entries: T[] = [];
    const totals = new Set<number>();
    for await (const { items, total } of pagesFrom(first, Math.min(limit, first.total), fetch)) {
      entries.push(...items);
      totals.add(Math.min(limit, total));
    }
    return { entries: entries.slice(0, limit), read: Math.min(limit, entries.length), totals };
  });
  return entries;
}
