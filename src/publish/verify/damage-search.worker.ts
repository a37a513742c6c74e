import { parentPort, workerData } from 'node:worker_threads';
// `findDamage` is not imported from the index: this thread does not need the code that writes releases, and loading
// that code takes time.
import { findDamage } from '#src/publish/release/damage.ts';

parentPort?.postMessage(findDamage(workerData));
