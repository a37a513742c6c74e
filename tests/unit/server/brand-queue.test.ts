import { describe, expect, it } from 'vitest';
import { createBrandQueue } from '#src/server/brand-queue.ts';

/** Work that ends when a test says so. */
function work() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const begin = (number: number) => () => {
    started.push(number);
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  return { started, ends, begin };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of a brand', () => {
  it('runs some at a time and the others in their order', async () => {
    const { started, ends, begin } = work();
    const queue = createBrandQueue({ running: 2, waiting: 10 });
    const all = [1, 2, 3, 4].map((number) => queue.run('ash', begin(number)));
    await settled();
    expect(started).toEqual([1, 2]);
    ends[0]?.();
    await settled();
    expect(started).toEqual([1, 2, 3]);
    ends[1]?.();
    await settled();
    for (const end of ends) end();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('refuses what is too much, and never what is of another brand', async () => {
    const { started, begin } = work();
    const queue = createBrandQueue({ running: 1, waiting: 2 });
    expect([1, 2, 3, 4].map((number) => queue.run('ash', begin(number)) !== undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(queue.run('oak', begin(5))).toBeDefined();
    await settled();
    expect(started).toEqual([1, 5]);
  });

  it('takes less where less may wait', () => {
    const { begin } = work();
    const queue = createBrandQueue({ running: 1, waiting: 9 });
    expect([1, 2, 3, 4].map((number) => queue.run('ash', begin(number), 2) !== undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(queue.run('ash', begin(5))).toBeDefined();
  });

  it('tells how much of each brand is under way and how much waits', async () => {
    const { ends, begin } = work();
    const queue = createBrandQueue({ running: 2, waiting: 10 });
    expect(queue.gauges()).toEqual([]);
    for (const number of [1, 2, 3]) void queue.run('ash', begin(number));
    void queue.run('oak', begin(4));
    await settled();
    expect(queue.gauges()).toEqual([
      { brand: 'ash', running: 2, waiting: 1 },
      { brand: 'oak', running: 1, waiting: 0 },
    ]);
    for (const end of ends) end();
  });

  it('takes work at once where nothing may wait', () => {
    const { begin } = work();
    const queue = createBrandQueue({ running: 1, waiting: 9 });
    expect(queue.run('ash', begin(1), 0)).toBeDefined();
    expect(queue.run('ash', begin(2), 0)).toBeUndefined();
  });

  it('goes on after work that failed', async () => {
    const { started, begin } = work();
    const queue = createBrandQueue({ running: 1, waiting: 2 });
    const failed = queue.run('ash', () => Promise.reject(new Error('a fault')));
    void queue.run('ash', begin(2));
    await expect(failed).rejects.toThrow('a fault');
    await settled();
    expect(started).toEqual([2]);
  });
});
