import { parentPort, workerData } from 'node:worker_threads';
import { brandById, readBrands } from '#src/brand/registry.ts';

/** Reads one brand. A thread of its own, because Node never loads a changed module again. */
const { brands, state, id } = workerData as Record<'brands' | 'state' | 'id', string>;
parentPort?.postMessage(brandById(await readBrands({ brands, state }), id));
