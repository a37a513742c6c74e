import { parentPort, workerData } from 'node:worker_threads';
// Not imported from the index: this thread does not need the code that writes releases, and loading it takes time.
import { findDamage } from '#src/publish/release/damage.ts';

parentPort?.postMessage(findDamage(workerData));
