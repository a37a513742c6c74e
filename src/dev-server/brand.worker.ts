import { parentPort, workerData } from 'node:worker_threads';
import { brandById, loadBrands } from '#src/brand/registry.ts';

/** Reads one brand. A thread of its own, because Node never loads a changed module again. */
const { folder, id } = workerData as { readonly folder: string; readonly id: string };
parentPort?.postMessage(brandById(await loadBrands(folder), id));
