import type { ShardState } from './job-queue.ts';

const LATE_AFTER_SECONDS = 10;
/** So many times the time of the shards that are done. */
const LATE_FACTOR = 2;

/** A shard that has been in hand at another worker for far longer than the others took. */
export function lateShard(
  shards: readonly ShardState[],
  done: ReadonlySet<number>,
  after = LATE_AFTER_SECONDS,
  now = Date.now(),
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
