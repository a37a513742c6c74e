import type { KindCosts } from '#src/publish/rebuild/index.ts';

/** Processor time per page in ms, by kind, as measured in earlier rebuilds. */
export type PageCosts = Readonly<Record<string, number>>;

/**
 * Processor time per page, in ms, assumed for kinds of pages that have not been measured yet: what one thread needs on
 * a slow machine.
 */
const UNKNOWN_MS = 2;
/**
 * Target duration of a shard in seconds. It is short, so that a lost worker loses little and the last shards finish at
 * about the same time.
 */
const SECONDS = 10;
/** Minimum number of shards, enough to keep several workers busy. A lost worker loses at most 1/24 of the rebuild. */
const MIN_SHARDS = 24;
const MAX_SHARDS = 4000;

interface Cut {
  /** Number of pages by kind. */
  readonly pages: Readonly<Record<string, number>>;
  readonly costs: PageCosts | undefined;
  /** Number of processors of a worker. */
  readonly threads: number;
  /** Target seconds per shard; default: SECONDS. */
  readonly seconds: number | undefined;
}

/**
 * Cuts a plan into shards with about the same cost. A shard is a run of consecutive pages, so that pages with the same
 * books stay together.
 * @returns the number of shards, and a function; call it for each page in plan order: it returns whether the page is
 *   the last of its shard
 */
export function cutPlan({ pages, costs = {}, threads, seconds = SECONDS }: Cut) {
  const costOf = (kind: string) => costs[kind] ?? UNKNOWN_MS;
  const kinds = Object.entries(pages);
  const count = kinds.reduce((sum, [, number]) => sum + number, 0);
  const total = kinds.reduce((sum, [kind, number]) => sum + number * costOf(kind), 0);
  const targetCount = Math.ceil(total / (seconds * 1000 * threads));
  const of = Math.min(count, MAX_SHARDS, Math.max(MIN_SHARDS, targetCount));
  let cost = 0;
  let pagesSeen = 0;
  let cut = 0;
  return {
    of,
    endsWith(kind: string): boolean {
      cost += costOf(kind);
      pagesSeen += 1;
      // Every remaining shard must get at least one page.
      const isFull = cost >= (total * (cut + 1)) / of || count - pagesSeen < of - cut;
      if (!isFull || (cut === of - 1 && pagesSeen < count)) return false;
      cut += 1;
      return true;
    },
  };
}

/**
 * Returns the cost per page by kind, as measured in this rebuild; kinds that did not occur keep their previous cost.
 */
export function costsOf(measured: KindCosts, before: PageCosts = {}): PageCosts {
  const now = Object.entries(measured).map(([kind, { pages, ms }]) => [kind, ms / Math.max(1, pages)] as const);
  return { ...before, ...Object.fromEntries(now) };
}

export function sumOfCosts(all: readonly KindCosts[]): KindCosts {
  const sum: Record<string, { pages: number; ms: number }> = {};
  for (const [kind, { pages, ms }] of all.flatMap((costs) => Object.entries(costs))) {
    const before = sum[kind] ?? { pages: 0, ms: 0 };
    sum[kind] = { pages: before.pages + pages, ms: before.ms + ms };
  }
  return sum;
}
