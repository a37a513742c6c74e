export type { JobQueue } from './job-queue.ts';
export type { JobOutcome, NightOrder } from './orders.ts';
export { openPgBossQueue } from './pg-boss-queue.ts';
export { runWorker } from './worker.ts';
