import { setTimeout as wait } from 'node:timers/promises';

/** The time that workers go by. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves at the signal as well. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => wait(ms, undefined, signal ? { signal } : {}).catch(() => {}),
};
