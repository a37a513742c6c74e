/** Bytes in use of this thread's heap from which on looking for garbage is worth the time. A night leaves less. */
const MUCH = 256 * 1024 ** 2;

/**
 * Frees what a stage has left. V8 looks for garbage when much that is new is made, which this thread does not do while others
 * render. Does nothing where Node was not started with `--expose-gc` (scripts/bootstrap/environment.mjs).
 */
export function freeGarbage(
  heapUsed = process.memoryUsage().heapUsed,
  collect: (() => void) | undefined = globalThis.gc,
) {
  if (heapUsed > MUCH) collect?.();
}
