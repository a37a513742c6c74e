import { parentPort, workerData } from 'node:worker_threads';
import { brandById, readBrands } from '#src/brand/registry.ts';

/** Reads one brand in a worker thread, because Node never reloads a changed module. */
const { brands, state, id } = workerData as Record<'brands' | 'state' | 'id', string>;
parentPort?.postMessage(brandById(await readBrands({ brands, state }), id));
