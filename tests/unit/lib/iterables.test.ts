import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batches, mapConcurrently } from '#src/lib/iterables.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('mapConcurrently', () => {
  it('yields results in the order of the items, whichever finishes first', async () => {
    const results = mapConcurrently([30, 1, 15], 3, async (ms) => {
      await pause(ms);
      return ms;
    });
    expect(await Array.fromAsync(results)).toEqual([30, 1, 15]);
  });

  it('never processes more items at a time than the limit', async () => {
    let now = 0;
    let maxConcurrent = 0;
    const results = mapConcurrently(Array.from({ length: 20 }), 4, async () => {
      now += 1;
      maxConcurrent = Math.max(maxConcurrent, now);
      await pause(1);
      now -= 1;
    });
    await Array.fromAsync(results);
    expect(maxConcurrent).toBe(4);
  });

  it('takes no further items after an error, and waits for running work', async () => {
    const done: number[] = [];
    const results = mapConcurrently([1, 2, 3, 4, 5, 6], 3, async (item) => {
      if (item === 2) throw new Error('two');
      await pause(5);
      done.push(item);
      return item;
    });
    await expect(Array.fromAsync(results)).rejects.toThrow('two');
    expect(done).toEqual([1, 3, 4]);
  });

  it('closes the source iterator when its caller stops reading', async () => {
    let closed = false;
    function* items() {
      try {
        for (let item = 0; ; item += 1) yield item;
      } finally {
        closed = true;
      }
    }
    for await (const item of mapConcurrently(items(), 2, async (one) => one)) if (item === 3) break;
    expect(closed).toBe(true);
  });
});

it('groupBy groups items and preserves their order', () => {
  expect([...batches([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...batches([1, 2], 2)]).toEqual([[1, 2]]);
  expect([...batches([], 2)]).toEqual([]);
});

it('batches returns every item exactly once, and only the last batch may be shorter', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 12 }), (items, size) => {
      const all = [...batches(items, size)];
      expect(all.flat()).toEqual(items);
      expect(all.slice(0, -1).every(({ length }) => length === size)).toBe(true);
      expect(all).toHaveLength(Math.ceil(items.length / size));
    }),
  );
});
