import type { Page } from '#src/contract/paging.ts';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { UpstreamError } from './errors.ts';

/** Maximum number of concurrent calls during a read. */
export const CONCURRENCY = 4;
const MAX_READS = 3;

/** The number of entries read from a list, and the totals reported by the upstream. */
export interface ReadCount {
  /** Number of entries read, including those left out because they broke the contract. */
  readonly read: number;
  /** The totals that the pages reported; more than one if the list changed during the read. */
  readonly totals: ReadonlySet<number>;
}

/**
 * Reads a list repeatedly until it is complete. A page may contain too few entries, and a change between two pages can
 * move an entry from an unread page to one that was already read.
 * @param name the list's name, for the message
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
    `Read the upstream's ${name} ${MAX_READS} times without getting all of it: the last read returned ${read} entries, ` +
      `and the upstream's total was ${[...totals].join(', then ')}. Either a page is short, an entry is on two pages, or the ` +
      'list changed during each read. The live release is unchanged; run again when the list has stopped changing.',
  );
}

/** Yields the first page, then the following pages in order, up to `limit` entries. */
export async function* pagesFrom<T, P extends Page<T>>(
  first: P,
  limit: number,
  fetch: (page: number) => Promise<P>,
): AsyncGenerator<P> {
  yield first;
  const last = Math.ceil(limit / first.page_size);
  yield* mapConcurrently(range(first.page + 1, last), CONCURRENCY, fetch);
}

function* range(from: number, to: number): Iterable<number> {
  for (let number = from; number <= to; number += 1) yield number;
}
