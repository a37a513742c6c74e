import type { ShardState } from './job-queue.ts';

const LATE_AFTER_SECONDS = 10;
/** So many times the time of the shards that are done. */
const LATE_FACTOR = 2;

interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Seconds for which no shard counts as late; default LATE_AFTER_SECONDS. */
  readonly after?: number | undefined;
}

/** A shard that has been in hand at another worker for far longer than the others took. */
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
