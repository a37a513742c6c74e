import { describe, expect, it } from 'vitest';
import { costsOf, cutPlan, sumOfCosts } from '#src/publish/queue/cut-plan.ts';
import type { ShardState } from '#src/publish/queue/job-queue.ts';
import { lateShard } from '#src/publish/queue/late-shard.ts';
import { progressText } from '#src/publish/queue/progress.ts';

describe('the shards that a plan is divided into', () => {
  const cut = (change: Partial<Parameters<typeof cutPlan>[0]>) =>
    cutPlan({ pages: { genre: 200_000 }, costs: { genre: 1 }, threads: 2, seconds: undefined, ...change });

  it.each([
    ['so many that each takes a worker ten seconds', { costs: { genre: 8 } }, 80],
    ['more if pages cost more', { costs: { genre: 10 } }, 100],
    ['more if workers have fewer processors', { costs: { genre: 10 }, threads: 1 }, 200],
    ['based on an estimate for sections without measurements', { pages: { genre: 1, keyword: 1_000_000 } }, 101],
    ['at least twenty-four', { pages: { genre: 40 } }, 24],
    ['no more than there are pages', { pages: { genre: 4 } }, 4],
    ['at most four thousand', { pages: { genre: 50_000_000 }, costs: { genre: 9 } }, 4000],
    ['based on the configured seconds', { seconds: 1 }, 100],
  ])('are %s', (_name, change, expected) => {
    expect(cut(change).of).toBe(expected);
  });

  const times = (count: number, value: string | number) => Array(count).fill(value);

  it.each<[string, string[], Record<string, number>, number[]]>([
    ['of equal cost', times(48, 'a'), { a: 1 }, times(24, 2)],
    [
      'whose number depends on their cost',
      [...times(24, 'a'), ...times(240, 'b')],
      { a: 10, b: 1 },
      [...times(12, 2), ...times(12, 20)],
    ],
    ['of at least one page, whatever it costs', [...times(23, 'b'), 'a'], { a: 1000, b: 1 }, times(24, 1)],
    ['of one page if pages cost nothing', times(26, 'a'), { a: 0 }, [...times(23, 1), 3]],
    [
      'of one page if the first page causes nearly all the cost',
      ['a', ...times(27, 'b')],
      { a: 1000, b: 1 },
      [...times(23, 1), 5],
    ],
  ])('are consecutive pages %s, and contain every page exactly once', (_name, kinds, costs, expected) => {
    const pages = Object.fromEntries(
      Map.groupBy(kinds, (kind) => kind)
        .entries()
        .map(([kind, all]) => [kind, all.length]),
    );
    const { of, endsWith } = cut({ pages, costs });
    const sizes = [0];
    for (const kind of kinds) {
      sizes.push((sizes.pop() ?? 0) + 1);
      if (endsWith(kind)) sizes.push(0);
    }
    expect(sizes.pop()).toBe(0);
    expect(sizes).toHaveLength(of);
    expect(sizes).toEqual(expected);
  });

  it('use the measured cost of each section, or the cost from an earlier rebuild if there is none', () => {
    const measured = sumOfCosts([{ a: { pages: 2, ms: 3 } }, { a: { pages: 1, ms: 3 }, b: { pages: 1, ms: 5 } }]);
    expect(measured).toEqual({ a: { pages: 3, ms: 6 }, b: { pages: 1, ms: 5 } });
    expect(costsOf(measured, { a: 9, c: 7 })).toEqual({ a: 2, b: 5, c: 7 });
  });
});

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

describe('the progress of a distributed rebuild', () => {
  it('counts each shard once, and mentions the queue until there are shards', () => {
    expect(progressText('waiting', [])).toBe('Waiting for a worker.');
    expect(progressText('active', [])).toBeUndefined();
    const shards = [shard(1, 'done', 9), shard(1, 'done', 9), shard(2, 'active', 1), shard(3, 'waiting', 0)];
    expect(progressText('active', shards)).toBe('1 of 4 shards are rendered, 1 in progress.');
  });
});

describe('a shard that another worker is late with', () => {
  const usual = [shard(1, 'done', 9), shard(2, 'done', 10), shard(3, 'done', 30)];
  const late = (shards: readonly ShardState[], done: readonly number[] = [1, 2, 3], after?: number) =>
    lateShard(shards, new Set(done), { now, after })?.index;

  it('has taken at least twice as long as the finished shards', () => {
    expect(late([...usual, shard(4, 'active', 21)])).toBe(4);
    expect(late([...usual, shard(4, 'active', 20)])).toBeUndefined();
    expect(late([...usual, shard(4, 'active', 19)])).toBeUndefined();
  });

  it('is never a shard that is waiting, failed or already stored', () => {
    expect(late([...usual, shard(4, 'waiting', 99)])).toBeUndefined();
    expect(late([...usual, shard(4, 'failed', 99)])).toBeUndefined();
    expect(late([...usual, shard(4, 'active', 99)], [1, 2, 3, 4])).toBeUndefined();
  });

  it('is not reported before another shard has finished, or within the first seconds', () => {
    expect(late([shard(4, 'active', 99)], [])).toBeUndefined();
    expect(late([shard(1, 'done', 1), shard(4, 'active', 9)], [1])).toBeUndefined();
    expect(late([shard(1, 'done', 1), shard(4, 'active', 9)], [1], 5)).toBe(4);
  });
});
