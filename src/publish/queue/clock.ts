import { setTimeout as wait } from 'node:timers/promises';

/** The clock that workers use. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds, or when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}).catch(() => {}),
};
