interface ShardSize {
  /** How many pages are rendered. */
  readonly pages: number;
  /** Milliseconds that a page has cost a worker the night before; undefined for the first one. */
  readonly pageMs: number | undefined;
  /** Each shard makes the plan of the whole site. */
  readonly planSeconds: number;
  /** Seconds that a shard is to take; default by its plan. */
  readonly seconds: number | undefined;
}

/** Where no night was measured yet: a page of one thread on a slow machine. */
const UNKNOWN_MS = 2;
/** A worker that is lost loses no more, and the last ones end together. */
const SECONDS = 10;
/** Of a shard's time the plan takes at most a tenth. */
const PLANS = 10;
/** So that several workers have something to do. */
const LEAST = 6;
const MOST = 1000;

/** Into how many shards a night is cut, by what its pages cost. */
export function shardCount({ pages, pageMs = UNKNOWN_MS, planSeconds, seconds }: ShardSize): number {
  const each = seconds ?? Math.max(SECONDS, planSeconds * PLANS);
  return Math.min(MOST, Math.max(LEAST, Math.ceil((pages * pageMs) / 1000 / each)));
}
