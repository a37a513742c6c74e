import { describe, expect, it } from 'vitest';
import { createBrandQueue } from '#src/serve/render/brand-queue.ts';

/** Creates work that ends when the test says so. */
function work() {
  const started: number[] = [];
  const finishers: (() => void)[] = [];
  const begin = (number: number) => () => {
    started.push(number);
    return new Promise<number>((resolve) => finishers.push(() => resolve(number)));
  };
  return { started, finishers, begin };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of each brand', () => {
  it('runs a limited number of jobs at a time, and queues the others in order', async () => {
    const { started, finishers, begin } = work();
    const queue = createBrandQueue({ running: 2, waiting: 10 });
    const all = [1, 2, 3, 4].map((number) => queue.run('ash', begin(number)));
    await settled();
    expect(started).toEqual([1, 2]);
    finishers[0]?.();
    await settled();
    expect(started).toEqual([1, 2, 3]);
    finishers[1]?.();
    await settled();
    for (const end of finishers) end();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('refuses jobs above its limit, but not jobs of other brands', async () => {
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

  it('refuses jobs earlier if the caller sets a lower limit', () => {
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

  it('reports the running and waiting jobs by brand', async () => {
    const { finishers, begin } = work();
    const queue = createBrandQueue({ running: 2, waiting: 10 });
    expect(queue.gauges()).toEqual([]);
    for (const number of [1, 2, 3]) void queue.run('ash', begin(number));
    void queue.run('oak', begin(4));
    await settled();
    expect(queue.gauges()).toEqual([
      { brand: 'ash', running: 2, waiting: 1 },
      { brand: 'oak', running: 1, waiting: 0 },
    ]);
    for (const end of finishers) end();
  });

  it('runs a job immediately if a slot is free, even if the limit of waiting jobs is zero', () => {
    const { begin } = work();
    const queue = createBrandQueue({ running: 1, waiting: 9 });
    expect(queue.run('ash', begin(1), 0)).toBeDefined();
    expect(queue.run('ash', begin(2), 0)).toBeUndefined();
  });

  it('continues after a failed job', async () => {
    const { started, begin } = work();
    const queue = createBrandQueue({ running: 1, waiting: 2 });
    const failed = queue.run('ash', () => Promise.reject(new Error('a fault')));
    void queue.run('ash', begin(2));
    await expect(failed).rejects.toThrow('a fault');
    await settled();
    expect(started).toEqual([2]);
  });
});
