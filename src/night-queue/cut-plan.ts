import type { KindCosts } from '#src/rebuild/index.ts';

/** Milliseconds of a worker's processors that a page takes up by its kind, as nights before have measured them. */
export type PageCosts = Readonly<Record<string, number>>;

/** Of a kind that was measured in no night: a page of one thread on a slow machine. */
const UNKNOWN_MS = 2;
/** For a shard: a worker that is lost loses no more, and the last ones end together. */
const SECONDS = 10;
/** So that several workers have something to do, and one that is lost loses no more than a twentieth of it. */
const LEAST = 24;
const MOST = 4000;

interface Cut {
  /** How many pages of each kind there are. */
  readonly pages: Readonly<Record<string, number>>;
  readonly costs: PageCosts | undefined;
  /** Processors of a worker. */
  readonly threads: number;
  /** Seconds that a shard is to take; default SECONDS. */
  readonly seconds: number | undefined;
}

/**
 * Cuts a plan into shards of about the same cost, which are a row of pages each, so that pages with the same books stay together.
 * @returns how many there are, and what says of each page, in the order of the plan, whether it is the last one of its shard
 */
export function cutPlan({ pages, costs = {}, threads, seconds = SECONDS }: Cut) {
  const costOf = (kind: string) => costs[kind] ?? UNKNOWN_MS;
  const kinds = Object.entries(pages);
  const count = kinds.reduce((sum, [, number]) => sum + number, 0);
  const total = kinds.reduce((sum, [kind, number]) => sum + number * costOf(kind), 0);
  const wanted = Math.ceil(total / (seconds * 1000 * threads));
  const of = Math.min(count, MOST, Math.max(LEAST, wanted));
  let cost = 0;
  let seen = 0;
  let cut = 0;
  return {
    of,
    endsWith(kind: string): boolean {
      cost += costOf(kind);
      seen += 1;
      // Each has a page at least.
      const isFull = cost >= (total * (cut + 1)) / of || count - seen < of - cut;
      if (!isFull || (cut === of - 1 && seen < count)) return false;
      cut += 1;
      return true;
    },
  };
}

/** What pages cost now: as measured in this night, else as before. */
export function costsOf(measured: KindCosts, before: PageCosts = {}): PageCosts {
  const now = Object.entries(measured).map(([kind, { pages, ms }]) => [kind, ms / Math.max(1, pages)] as const);
  return { ...before, ...Object.fromEntries(now) };
}

export function sumOfCosts(all: readonly KindCosts[]): KindCosts {
  const sum: Record<string, { pages: number; ms: number }> = {};
  for (const [kind, { pages, ms }] of all.flatMap((one) => Object.entries(one))) {
    const before = sum[kind] ?? { pages: 0, ms: 0 };
    sum[kind] = { pages: before.pages + pages, ms: before.ms + ms };
  }
  return sum;
}
