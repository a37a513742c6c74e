import type { ApiClient } from '#src/contract/client/types.ts';
import type { LeftOut } from '#src/contract/envelope.ts';
import type { AnyCall, Data, Params } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import { emptyPage, MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import { createAdaptiveLimiter } from './adaptive-limiter.ts';
import { createDroppedItems, isEntry } from './dropped-items.ts';
import { type UpstreamError, upstreamErrorOf } from './errors.ts';
import type { Losses } from './losses.ts';
import { CONCURRENCY, pagesFrom, readUntilComplete } from './paged-read.ts';
import { callWithRetry } from './retry.ts';

/** The part of the API client that a sync needs. */
export interface UpstreamClient {
  readonly call: ApiClient;
  lacks(call: AnyCall): boolean;
  /**
   * Finds out which optional calls the upstream has, without side effects, so that `lacks` is correct for them. A call
   * that gets no response counts as present.
   */
  probe(calls: readonly AnyCall[]): Promise<unknown>;
}

/** Reads one section of the upstream. Every method returns data or throws UpstreamError. */
export interface UpstreamReader {
  readonly locale: Locale;
  lacks(call: AnyCall): boolean;
  read<C extends AnyCall>(call: C, params: Params<C>): Promise<Data<C>>;
  /** Like `read`, but returns undefined if the upstream responds with one of these error codes. */
  readUnless<C extends AnyCall>(codes: readonly string[], call: C, params: Params<C>): Promise<Data<C> | undefined>;
  /** Like `read`, but also returns the items that were left out. */
  readPartly<C extends AnyCall>(call: C, params: Params<C>): Promise<Partly<Data<C>>>;
  /**
   * Reads a call about one book. Returns undefined if the book does not exist or the response breaks the contract,
   * which counts as a loss.
   */
  readOfBook<C extends AnyCall>(call: C, params: Params<C>): Promise<Data<C> | undefined>;
  /** Reads the first `limit` entries of a list (default: all); empty if the upstream has no such list. */
  readList<T>(call: PagedCall<T>, params: object, limit?: number): Promise<readonly T[]>;
}

export interface Partly<T> {
  readonly data: T;
  /** Items that broke the contract and were removed from `data`. */
  readonly leftOut: readonly LeftOut[];
}

/** A call that returns a page of `T`. The reader adds the page parameters. */
export type PagedCall<T> = AnyCall & { readonly empty: { readonly items: readonly T[] } };

/** The call, its parameters and its section, for messages. */
export const describeCall = (call: AnyCall, params: object, { section }: Locale) =>
  `${call.name} ${JSON.stringify(params)} of section ${section}`;

interface ReaderContext {
  readonly abort: AbortController;
  readonly losses: Losses;
}

export function createUpstreamReader(
  upstream: UpstreamClient,
  locale: Locale,
  { abort, losses }: ReaderContext,
): UpstreamReader {
  const dropped = createDroppedItems(losses, locale.section);
  const limiter = createAdaptiveLimiter(CONCURRENCY, abort.signal);
  let firstError: UpstreamError | undefined;
  async function attempt<C extends AnyCall>(codes: readonly string[], call: C, params: Params<C>) {
    const response = await callWithRetry(limiter, () => upstream.call(call, params, { locale, signal: abort.signal }));
    const result = dropped.check(call, params, response);
    if (result.success === 1) return { data: result.data, leftOut: result.leftOut ?? [] };
    if (result.errors.some(({ code }) => codes.includes(code))) return { refusal: result };
    // Only the first error is reported. It aborts the calls in progress, whose errors would only say that they were
    // aborted.
    firstError ??= upstreamErrorOf(call, params, locale.section, result);
    abort.abort();
    throw firstError;
  }
  const readUnless: UpstreamReader['readUnless'] = async (codes, call, params) =>
    (await attempt(codes, call, params)).data;
  async function readPartly<C extends AnyCall>(call: C, params: Params<C>): Promise<Partly<Data<C>>> {
    const { data = call.empty as Data<C>, leftOut = [] } = await attempt([], call, params);
    return { data, leftOut };
  }
  return {
    locale,
    readUnless,
    readPartly,
    read: async (call, params) => (await readPartly(call, params)).data,
    async readOfBook(call, params) {
      const { data, refusal } = await attempt(SKIPPED_CODES, call, params);
      const breach = refusal?.errors.find(({ code }) => BREACH_CODES.includes(code));
      if (breach) {
        const { message } = breach;
        losses.note(call.name, `${locale.section} ${JSON.stringify(params)}`, `${message} ${JSON.stringify(params)}`);
      }
      return data;
    },
    lacks: (call) => upstream.lacks(call),
    readList<T>(call: PagedCall<T>, params: object, limit = Number.POSITIVE_INFINITY) {
      const page = (number: number) => ({ ...params, page: number, page_size: MAX_PAGE_SIZE });
      const fetch = async (codes: readonly string[], number: number): Promise<PartlyRead<T>> => {
        const { data, leftOut = [] } = await attempt<PagedCall<T>>(codes, call, page(number));
        return { ...(data ?? emptyPage()), dropped: leftOut.filter(isEntry).length };
      };
      return readUpTo<T>(limit, describeCall(call, params, locale), {
        first: () => fetch(NOT_FOUND_CODES, 1),
        page: (number) => fetch([], number),
      });
    },
  };
}

/** Error codes for a list or call that does not exist, which is not a failure of the upstream. */
export const NOT_FOUND_CODES: readonly string[] = ['NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS', 'CALL_ABSENT'];

const BREACH_CODES: readonly string[] = ['CLIENT_TOO_LARGE', 'CLIENT_CONTRACT'];
/** Error codes of calls about one book that only affect the pages of that book. */
export const SKIPPED_CODES: readonly string[] = [...NOT_FOUND_CODES, ...BREACH_CODES];

/** A page, and the number of entries dropped from it because they broke the contract. */
type PartlyRead<T> = Page<T> & { readonly dropped: number };

/**
 * Reads up to `limit` entries of a list. Counts entries, not distinct ids, because a list in the upstream's order may
 * contain a book twice.
 */
async function readUpTo<T>(
  limit: number,
  name: string,
  fetch: { first(): Promise<PartlyRead<T>>; page(number: number): Promise<PartlyRead<T>> },
): Promise<readonly T[]> {
  const { entries } = await readUntilComplete(name, async () => {
    const first = await fetch.first();
    const entries: T[] = [];
    let dropped = 0;
    const totals = new Set<number>();
    for await (const page of pagesFrom<T, PartlyRead<T>>(first, Math.min(limit, first.total), fetch.page)) {
      entries.push(...page.items);
      dropped += page.dropped;
      totals.add(Math.min(limit, page.total));
    }
    return { entries: entries.slice(0, limit), read: Math.min(limit, entries.length + dropped), totals };
  });
  return entries;
}
