import { parentPort, workerData } from 'node:worker_threads';
// Not from the index: this thread needs no code that writes releases, and would take time to load it.
import { findDamage } from '#src/release/damage.ts';

parentPort?.postMessage(findDamage(workerData));
