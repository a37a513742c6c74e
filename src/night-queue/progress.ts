import type { JobState, ShardState } from './job-queue.ts';

/** How far a queued night has come, a sentence; undefined where that is not known. */
export function progressText(state: JobState['state'], shards: readonly ShardState[]): string | undefined {
  if (state === 'waiting') return 'It waits for a worker.';
  const [first] = shards;
  if (!first) return undefined;
  const numbers = (wanted: ShardState['state']) =>
    new Set(shards.filter((shard) => shard.state === wanted).map(({ index }) => index)).size;
  return `${numbers('done')} of ${first.of} shards are rendered, ${numbers('active')} are in hand.`;
}
