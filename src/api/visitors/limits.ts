/** Counts what a key did in the last while. */
export interface RateLimit {
  /** Counts one more. @returns 0 where it is allowed, else the seconds to wait */
  take(key: string): number;
  forget(key: string): void;
}

const MOST_KEYS = 50_000;

/** At most `most` in any `seconds`; a fixed window per key, begun by its first use. */
export function createRateLimit(most: number, seconds: number, now: () => Date): RateLimit {
  const windows = new Map<string, { count: number; ends: number }>();
  return {
    take(key) {
      const time = now().getTime();
      const known = windows.get(key);
      const open = known && known.ends > time ? known : { count: 0, ends: time + seconds * 1000 };
      if (open.count >= most) return Math.ceil((open.ends - time) / 1000);
      open.count += 1;
      if (windows.size >= MOST_KEYS && !windows.has(key)) sweep(windows, time);
      windows.set(key, open);
      return 0;
    },
    forget: (key) => void windows.delete(key),
  };
}

/** Drops the windows that have ended, or the oldest one where none has. */
function sweep(windows: Map<string, { ends: number }>, time: number): void {
  for (const [key, { ends }] of windows) if (ends <= time) windows.delete(key);
  const oldest = windows.keys().next();
  if (windows.size >= MOST_KEYS && !oldest.done) windows.delete(oldest.value);
}

export interface VisitorLimits {
  readonly signInByEmail: RateLimit;
  readonly signInByAddress: RateLimit;
  readonly registerByAddress: RateLimit;
  readonly resetByEmail: RateLimit;
  readonly resetByAddress: RateLimit;
  readonly secretByUser: RateLimit;
  readonly viewsByAddress: RateLimit;
  readonly sharesByDevice: RateLimit;
  readonly sharesByAddress: RateLimit;
  readonly applicationsByDevice: RateLimit;
  readonly applicationsByAddress: RateLimit;
  readonly pushByAddress: RateLimit;
}

export function createVisitorLimits(now: () => Date): VisitorLimits {
  return {
    signInByEmail: createRateLimit(10, 900, now),
    signInByAddress: createRateLimit(60, 900, now),
    registerByAddress: createRateLimit(30, 3600, now),
    resetByEmail: createRateLimit(3, 3600, now),
    resetByAddress: createRateLimit(20, 3600, now),
    secretByUser: createRateLimit(10, 900, now),
    // Many readers may stand behind one address.
    viewsByAddress: createRateLimit(600, 60, now),
    sharesByDevice: createRateLimit(60, 3600, now),
    sharesByAddress: createRateLimit(600, 3600, now),
    applicationsByDevice: createRateLimit(5, 3600, now),
    applicationsByAddress: createRateLimit(30, 3600, now),
    pushByAddress: createRateLimit(300, 3600, now),
  };
}
