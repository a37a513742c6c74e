/** For how long a thread that takes no processor time may stand still, as a multiple of the time for one that does. */
const PATIENCE_WITHOUT_WORK = 20;

/**
 * For how long the event loop of a thread has stood still. Processor time counts, because on a busy machine a thread may
 * wait for a processor for seconds, and that is not its fault.
 */
export interface Stillness {
  /** To be called every some 100 ms. @param beats how often its event loop came round; 0 where it has no work */
  check(beats: number): void;
  isLongerThan(ms: number): boolean;
}

/** @param cpuUsage processor time of the thread in microseconds */
export function createStillness(
  cpuUsage: () => Promise<{ user: number; system: number }> | undefined,
  now: () => number = () => performance.now(),
): Stillness {
  let seen = 0;
  let since: number | undefined;
  let first: number | undefined;
  let last = 0;
  const sample = async (beats: number) => {
    const usage = await cpuUsage();
    if (!usage || beats !== seen || since === undefined) return;
    last = (usage.user + usage.system) / 1000;
    first ??= last;
  };
  return {
    check(beats) {
      if (beats === 0 || beats !== seen) {
        [seen, since, first] = [beats, undefined, undefined];
        return;
      }
      since ??= now();
      // A thread that has just ended has no time to tell.
      sample(beats).catch(() => undefined);
    },
    isLongerThan(ms) {
      if (since === undefined) return false;
      const worked = first === undefined ? 0 : last - first;
      return worked > ms || now() - since > PATIENCE_WITHOUT_WORK * ms;
    },
  };
}
