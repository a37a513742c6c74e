import { type BulkheadPolicy, bulkhead } from 'cockatiel';
import type { QueueGauge } from '../http/meter.ts';

/** Separate queues per brand, so that slow work for one brand does not delay another brand. */
export interface BrandQueue {
  /**
   * @param mayWait maximum length of the brand's queue for this work to be accepted; default: the queue's limit
   * @returns undefined, without waiting, if too much work is waiting
   */
  run<T>(brand: string, work: () => Promise<T>, mayWait?: number): Promise<T> | undefined;
  gauges(): QueueGauge[];
}

/** @param limits how many jobs of each brand may run, and how many may wait */
export function createBrandQueue(limits: { readonly running: number; readonly waiting: number }): BrandQueue {
  const queues = new Map<string, BulkheadPolicy>();
  return {
    run(brand, work, mayWait = limits.waiting) {
      const queue = queues.get(brand) ?? bulkhead(limits.running, limits.waiting);
      queues.set(brand, queue);
      const waiting = limits.waiting - queue.queueSlots;
      return queue.executionSlots > 0 || waiting < Math.min(mayWait, limits.waiting) ? queue.execute(work) : undefined;
    },
    gauges: () =>
      [...queues].map(([brand, { executionSlots, queueSlots }]) => ({
        brand,
        running: limits.running - executionSlots,
        waiting: limits.waiting - queueSlots,
      })),
  };
}
