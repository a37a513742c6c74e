export { systemClock } from './clock.ts';
export type { JobQueue } from './job-queue.ts';
export { createMachineWork } from './machine-work.ts';
export type { JobOutcome, NightOrder } from './orders.ts';
export { openPgBossQueue } from './pg-boss-queue.ts';
export { progressText } from './progress.ts';
export { runWorker } from './worker.ts';
