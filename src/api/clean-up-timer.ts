import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Store } from './store/open.ts';
import { cleanUp } from './store/writer/clean-up.ts';

const INTERVAL_MS = 3_600_000;

/** Cleans up the store once an hour, without delaying calls. */
export interface CleanUpTimer {
  start(): void;
  close(): Promise<void>;
}

export function createCleanUpTimer(store: Store, log: Log, now: () => Date, intervalMs = INTERVAL_MS): CleanUpTimer {
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = () =>
    cleanUp(store, now()).catch((error) => log.warn(`the store could not be cleaned up: ${messageOf(error)}`));
  return {
    start() {
      timer = setInterval(() => {
        running = running.then(run);
      }, intervalMs).unref();
    },
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
