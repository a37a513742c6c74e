export { followStore, pullOnce } from './follow.ts';
export { acquireLease, type Lease } from './lease.ts';
export type { ObjectStore } from './object-store.ts';
export { openStore } from './open-store.ts';
export type { PullReport } from './pull.ts';
export { type PushReport, pushRelease } from './push.ts';
export { type SweepReport, sweepStore } from './sweep.ts';
