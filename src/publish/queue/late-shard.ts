import type { ShardState } from './job-queue.ts';

const LATE_AFTER_SECONDS = 10;
/** A shard is late if it takes more than this many times the median duration of the finished shards. */
const LATE_FACTOR = 2;

interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Minimum age of a late shard, in seconds; default: LATE_AFTER_SECONDS. */
  readonly after?: number | undefined;
}

/** Finds a shard that another worker has been rendering for much longer than the finished shards took. */
export function lateShard(
  shards: readonly ShardState[],
  done: ReadonlySet<number>,
  { now, after = LATE_AFTER_SECONDS }: Moment,
) {
  const seconds = shards.flatMap((shard) => shard.seconds ?? []).toSorted((a, b) => a - b);
  const usual = seconds[Math.floor(seconds.length / 2)];
  if (usual === undefined) return undefined;
  const limit = Math.max(after, usual * LATE_FACTOR);
  return shards.find(
    ({ index, state, started }) =>
      state === 'active' && !done.has(index) && started !== null && (now - started.getTime()) / 1000 > limit,
  );
}
