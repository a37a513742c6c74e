import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import type { QueueGauge } from './meter.ts';

/** A bulkhead for each brand, so that what waits for something slow of one brand delays nothing of another. */
export interface BrandQueue {
  /**
   * @param mayWait how much may wait for this work to be taken; default as much as ever
   * @returns undefined at once where too much waits already
   */
  run<T>(brand: string, work: () => Promise<T>, mayWait?: number): Promise<T> | undefined;
  gauges(): QueueGauge[];
}

/** @param most how much work of one brand is under way at a time, and how much waits for that */
export function createBrandQueue(most: { readonly running: number; readonly waiting: number }): BrandQueue {
  const queues = new Map<string, BulkheadPolicy>();
  return {
    run(brand, work, mayWait = most.waiting) {
      const queue = queues.get(brand) ?? bulkhead(most.running, most.waiting);
      queues.set(brand, queue);
      const waiting = most.waiting - queue.queueSlots;
      return queue.executionSlots > 0 || waiting < Math.min(mayWait, most.waiting) ? queue.execute(work) : undefined;
    },
    gauges: () =>
      [...queues].map(([brand, { executionSlots, queueSlots }]) => ({
        brand,
        running: most.running - executionSlots,
        waiting: most.waiting - queueSlots,
      })),
  };
}
