import { describe, expect, it } from 'vitest';
import type { ShardState } from '#src/night-queue/job-queue.ts';
import { lateShard } from '#src/night-queue/late-shard.ts';
import { shardCount } from '#src/night-queue/shard-count.ts';

describe('into how many shards a night is cut', () => {
  const count = (change: Partial<Parameters<typeof shardCount>[0]>) =>
    shardCount({ pages: 20_000, pageMs: 1, planSeconds: 0.2, seconds: undefined, ...change });

  it.each([
    ['by what its pages cost, ten seconds each', { pageMs: 4 }, 8],
    ['by more for pages that cost more', { pageMs: 5 }, 10],
    ['by a guess before any night was measured', { pageMs: undefined, pages: 50_000 }, 10],
    ['so that planning takes at most a tenth of each', { pages: 1_000_000, planSeconds: 10 }, 10],
    ['into six at least', { pages: 10 }, 6],
    ['into a thousand at most', { pages: 50_000_000 }, 1000],
    ['by the seconds that are given', { seconds: 1, planSeconds: 5 }, 20],
  ])('%s', (_name, change, expected) => {
    expect(count(change)).toBe(expected);
  });
});

describe('a late shard', () => {
  const now = Date.parse('2026-05-01T12:00:00Z');
  const shard = (index: number, state: ShardState['state'], seconds: number): ShardState => ({
    id: `${index}`,
    index,
    of: 4,
    state,
    started: state === 'waiting' ? null : new Date(now - seconds * 1000),
    seconds: state === 'done' ? seconds : undefined,
    outcome: undefined,
  });
  const usual = [shard(1, 'done', 9), shard(2, 'done', 10), shard(3, 'done', 30)];
  const late = (shards: readonly ShardState[], done: readonly number[] = [1, 2, 3], after?: number) =>
    lateShard(shards, new Set(done), after, now)?.index;

  it('is one that takes twice as long as the others', () => {
    expect(late([...usual, shard(4, 'active', 21)])).toBe(4);
    expect(late([...usual, shard(4, 'active', 19)])).toBeUndefined();
  });

  it('is none that waits, has ended, or is in the store', () => {
    expect(late([...usual, shard(4, 'waiting', 99)])).toBeUndefined();
    expect(late([...usual, shard(4, 'failed', 99)])).toBeUndefined();
    expect(late([...usual, shard(4, 'active', 99)], [1, 2, 3, 4])).toBeUndefined();
  });

  it('is none before any other is done, or within the first seconds', () => {
    expect(late([shard(4, 'active', 99)], [])).toBeUndefined();
    expect(late([shard(1, 'done', 1), shard(4, 'active', 9)], [1])).toBeUndefined();
    expect(late([shard(1, 'done', 1), shard(4, 'active', 9)], [1], 5)).toBe(4);
  });
});
