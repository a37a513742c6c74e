/** Runs jobs one at a time. A key has at most one waiting job. */
export interface Queue {
  /**
   * Adds work. Does nothing if the key is already queued, if the queue is full (the caller tries again later), or if
   * the work of the key has failed before (it would fail again).
   */
  add(key: string, work: () => Promise<unknown>): void;
  /** Removes the waiting jobs, and resolves when the running one has ended. */
  close(): Promise<void>;
}

/** Maximum number of failed keys to remember. Beyond it, the oldest are forgotten. */
const MAX_FAILED = 5_000;

/** Creates a queue. @param onFailure called at most once per key */
export function createQueue(onFailure: (key: string, error: unknown) => void, maxWaiting = 500): Queue {
  const failed = new Set<string>();
  const waiting = new Map<string, () => Promise<unknown>>();
  let running: Promise<void> | undefined;

  const run = async () => {
    for (const [key, work] of waiting) {
      // A picture that cannot be converted is still served in its other format.
      await work().catch((error: unknown) => {
        remember(failed, key);
        onFailure(key, error);
      });
      waiting.delete(key);
    }
    running = undefined;
  };

  return {
    add(key, work) {
      if (failed.has(key) || waiting.has(key) || waiting.size >= maxWaiting) return;
      waiting.set(key, work);
      running ??= run();
    },
    async close() {
      waiting.clear();
      await running;
    },
  };
}

function remember(failed: Set<string>, key: string): void {
  const oldest = failed.values().next();
  if (failed.size >= MAX_FAILED && !oldest.done) failed.delete(oldest.value);
  failed.add(key);
}
