/** A stalled thread that uses no processor time is tolerated this many times longer than one that does. */
const PATIENCE_WITHOUT_WORK = 20;

/**
 * Detects how long a thread's event loop has been stalled. Measures processor time, because a thread may wait several
 * seconds for a processor on a busy machine.
 */
export interface StallDetector {
  /**
   * Call it about every 100 ms.
   * @param beats number of turns of the thread's event loop; 0 if the thread has no work
   */
  check(beats: number): void;
  isLongerThan(ms: number): boolean;
}

/** @param cpuUsage processor time of the thread in microseconds */
export function createStallDetector(
  cpuUsage: () => Promise<{ user: number; system: number }> | undefined,
  now: () => number = () => performance.now(),
): StallDetector {
  let lastBeats = 0;
  let since: number | undefined;
  let first: number | undefined;
  let last = 0;
  const sample = async (beats: number) => {
    const usage = await cpuUsage();
    if (!usage || beats !== lastBeats || since === undefined) return;
    last = (usage.user + usage.system) / 1000;
    first ??= last;
  };
  return {
    check(beats) {
      if (beats === 0 || beats !== lastBeats) {
        [lastBeats, since, first] = [beats, undefined, undefined];
        return;
      }
      since ??= now();
      // Errors are ignored, because a thread that has just ended has no CPU usage.
      sample(beats).catch(() => undefined);
    },
    isLongerThan(ms) {
      if (since === undefined) return false;
      const worked = first === undefined ? 0 : last - first;
      return worked > ms || now() - since > PATIENCE_WITHOUT_WORK * ms;
    },
  };
}
