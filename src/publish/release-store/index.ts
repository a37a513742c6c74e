export { followStore, pullOnce } from './follow.ts';
export { acquireLease, type Lease, LeaseError } from './lease.ts';
export type { ObjectStore } from './object-store.ts';
export { StoreError } from './object-store.ts';
export { openStore } from './open-store.ts';
export {
  fetchJobs,
  findParts,
  findReport,
  findRun,
  pullPages,
  pullPart,
  pushJobs,
  pushPart,
  pushReport,
  pushRun,
} from './parts.ts';
export type { PullReport } from './pull.ts';
export { type PushReport, pushRelease } from './push.ts';
export { repeatQuery } from './repeat-query.ts';
export { findSnapshot, pullSnapshot, pushSnapshot } from './snapshot.ts';
export type { Blocks, StoredRun } from './stored-release.ts';
export { type SweepReport, sweepStore } from './sweep.ts';
