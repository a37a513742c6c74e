/**
 * Heap size of this thread, in bytes, above which garbage collection is worth its time. A typical nightly rebuild stays
 * below it.
 */
const MIN_HEAP_BYTES = 256 * 1024 ** 2;

/**
 * Frees the garbage of a stage. V8 collects garbage only while a thread allocates memory, and this thread allocates
 * little while the render threads work. Does nothing if Node was started without `--expose-gc`
 * (scripts/bootstrap/environment.mjs).
 */
export function freeGarbage(
  heapUsed = process.memoryUsage().heapUsed,
  collect: (() => void) | undefined = globalThis.gc,
) {
  if (heapUsed > MIN_HEAP_BYTES) collect?.();
}
