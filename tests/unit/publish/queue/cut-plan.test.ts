import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPlan } from '#src/publish/queue/cut-plan.ts';

const KINDS = ['book', 'chapter', 'listing'] as const;

/** Pages in plan order, and the cost per page of each section in whole milliseconds. */
const plans = fc.record({
  // Either about as many pages as the minimum of 24 shards, or far more.
  pages: fc.oneof(
    fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 60, size: 'max' }),
    fc.array(fc.constantFrom(...KINDS), { minLength: 100, maxLength: 400, size: 'max' }),
  ),
  costs: fc.record({
    book: fc.constantFrom(0, 1, 7),
    chapter: fc.constantFrom(0, 1, 2_000),
    listing: fc.constantFrom(0, 1, 5),
  }),
  threads: fc.integer({ min: 1, max: 8 }),
  seconds: fc.constantFrom(undefined, 1, 5),
});

type Plan = typeof plans extends fc.Arbitrary<infer P> ? P : never;

function cut({ pages, costs, threads, seconds }: Plan) {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, pages.filter((page) => page === kind).length]));
  const { of, endsWith } = cutPlan({ pages: counts, costs, threads, seconds });
  const shardEnds = pages.flatMap((kind, index) => (endsWith(kind) ? [index] : []));
  return { of, shardEnds };
}

describe('cutPlan', () => {
  it('assigns every page to exactly one shard, and at least one page to each shard', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { of, shardEnds } = cut(plan);
        expect(shardEnds).toHaveLength(of);
        expect(shardEnds.at(-1)).toBe(plan.pages.length - 1);
      }),
    );
  });

  it('creates 24 to 4,000 shards depending on the cost of the pages, or fewer if there are fewer pages', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const total = plan.pages.reduce((sum, kind) => sum + plan.costs[kind], 0);
        const expectedShards = Math.ceil(total / ((plan.seconds ?? 10) * 1000 * plan.threads));
        expect(cut(plan).of).toBe(Math.min(plan.pages.length, 4000, Math.max(24, expectedShards)));
      }),
    );
  });

  it("ends a shard with the page that completes the shard's share of the cost, unless too few pages remain", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { of, shardEnds } = cut(plan);
        let total = 0;
        const sums = plan.pages.map((kind) => {
          total += plan.costs[kind];
          return total;
        });
        for (const [shard, end] of shardEnds.slice(0, -1).entries()) {
          const reached = (page: number) => (sums[page] ?? 0) * of >= total * (shard + 1);
          // If only as many pages as shards remain, each of these shards gets one page.
          const isLast = (page: number) => plan.pages.length - 1 - page < of - shard;
          expect(reached(end) || isLast(end)).toBe(true);
          const begin = shard === 0 ? 0 : (shardEnds[shard - 1] ?? 0) + 1;
          if (end > begin) expect(reached(end - 1) || isLast(end - 1)).toBe(false);
        }
      }),
    );
  });

  it.each([
    [47, [...Array(23).fill(2), 1]],
    [48, Array(24).fill(2)],
    [49, [3, ...Array(23).fill(2)]],
  ])(
    'cuts %i equal pages into 24 shards of two pages; the first shard may have three, or the last only one',
    (count, sizes) => {
      const pages = Array<'book'>(count).fill('book');
      const { shardEnds } = cut({ pages, costs: { book: 1, chapter: 0, listing: 0 }, threads: 1, seconds: undefined });
      expect(shardEnds.map((end, index) => end - (shardEnds[index - 1] ?? -1))).toEqual(sizes);
    },
  );
});
