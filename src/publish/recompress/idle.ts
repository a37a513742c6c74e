import { availableParallelism, loadavg, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** The lowest priority: the process gets only time that no other process wants. */
const LOWEST_PRIORITY = 19;
const LOOK_MS = 1000;
const PAUSE_MS = 5000;
/** Load that this process causes itself. */
const OWN_LOAD = 0.5;

/** Gives this process, and the threads that it starts later, the lowest priority. */
export function lowerPriority(): void {
  try {
    setPriority(LOWEST_PRIORITY);
  } catch {
    // A system call filter may forbid this. The process still pauses while the machine is busy.
  }
}

/** Whether other processes want more processor time than the machine has. */
const isBusy = (load: number, processors: number) => load > processors + OWN_LOAD;

/**
 * Returns a function that resolves when the machine has time for background work. It looks once a second.
 * @param load the load average of the last minute
 */
export function createIdleWait(
  signal: AbortSignal,
  load = () => loadavg()[0] ?? 0,
  pauseMs = PAUSE_MS,
): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (Date.now() - checkedAt < LOOK_MS) return;
    while (!signal.aborted && isBusy(load(), availableParallelism()))
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    checkedAt = Date.now();
  };
}
