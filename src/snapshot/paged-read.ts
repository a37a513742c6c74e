import type { Page } from '#src/contract/paging.ts';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { UpstreamError } from './errors.ts';

/** Calls that may run at a time. */
export const CONCURRENCY = 4;
const MAX_READS = 3;

/** How many entries a read of a list has brought, beside how many the upstream says there are. */
export interface ReadCount {
  /** Entries that were read, those included that broke the contract and were left out. */
  readonly read: number;
  /** The totals that the pages named; several where the list changed during the read. */
  readonly totals: ReadonlySet<number>;
}

/**
 * Reads a list again until it is complete. A page may be short, and when a list changes between two pages, an entry can
 * move from a page that is still to be read to one that was read.
 * @param name of the list, for the message
 * @throws UpstreamError with the numbers of the last read
 */
export async function readUntilComplete<R extends ReadCount>(name: string, read: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await read();
    if (isComplete(result)) return result;
    if (attempt === MAX_READS) throw incompleteError(name, result);
  }
}

const isComplete = ({ read, totals }: ReadCount) => totals.size === 1 && totals.has(read);

function incompleteError(name: string, { read, totals }: ReadCount): UpstreamError {
  return new UpstreamError(
    `The upstream's ${name} was read ${MAX_READS} times and was never complete: the last read brought ${read} entries, ` +
      `and the upstream's total was ${[...totals].join(', then ')}. A page is short, an entry stands on two pages, or the ` +
      'list changed during each read. The live release stays as it is; run again when the list has settled.',
  );
}

/** The first page, then the pages behind it in their order, up to `wanted` entries of the list. */
export async function* pagesFrom<T, P extends Page<T>>(
  first: P,
  wanted: number,
  fetch: (page: number) => Promise<P>,
): AsyncGenerator<P> {
  yield first;
  const last = Math.ceil(wanted / first.page_size);
  yield* mapConcurrently(range(first.page + 1, last), CONCURRENCY, fetch);
}

function* range(from: number, to: number): Iterable<number> {
  for (let number = from; number <= to; number += 1) yield number;
}
