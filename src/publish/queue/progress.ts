import type { JobState, ShardState } from './job-queue.ts';

/** Describes the progress of a queued rebuild in a sentence; undefined if the progress is unknown. */
export function progressText(state: JobState['state'], shards: readonly ShardState[]): string | undefined {
  if (state === 'waiting') return 'Waiting for a worker.';
  const [first] = shards;
  if (!first) return undefined;
  const numbers = (shardState: ShardState['state']) =>
    new Set(shards.filter((shard) => shard.state === shardState).map(({ index }) => index)).size;
  return `${numbers('done')} of ${first.of} shards are rendered, ${numbers('active')} in progress.`;
}
