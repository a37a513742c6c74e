import pLimit, { type LimitFunction } from 'p-limit';

/** How many pages of one brand are rendered at a time, and how many wait for that. */
const MOST = { running: 16, waiting: 128 };

/** A queue for each brand, so that what waits for a slow page of one brand delays no page of another. */
export interface BrandQueue {
  /** @returns undefined at once where too much waits already */
  run<T>(brand: string, work: () => Promise<T>): Promise<T> | undefined;
}

export function createBrandQueue(most: { running: number; waiting: number } = MOST): BrandQueue {
  const limits = new Map<string, LimitFunction>();
  return {
    run(brand, work) {
      const limit = limits.get(brand) ?? pLimit(most.running);
      limits.set(brand, limit);
      // What may start at once is in p-limit's queue for a moment, too.
      const places = most.running - limit.activeCount + most.waiting;
      return limit.pendingCount < places ? limit(work) : undefined;
    },
  };
}
