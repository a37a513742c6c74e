/** A queue of jobs: one at a time, each key once. */
export interface Queue {
  /**
   * Adds work. Nothing is added if the key is queued already, if the queue is full (the caller retries later), or if
   * the key's work failed before (it would fail again).
   */
  add(key: string, work: () => Promise<unknown>): void;
  /** Drops waiting jobs. Resolves when the running one has ended. */
  close(): Promise<void>;
}

/** Keys of failed jobs that are remembered; the oldest are dropped. */
const MAX_FAILED = 5_000;

export function createQueue(most = 500): Queue {
  const failed = new Set<string>();
  const waiting = new Map<string, () => Promise<unknown>>();
  let underWay: Promise<void> | undefined;

  const run = async () => {
    for (const [key, work] of waiting) {
      // A picture that cannot be converted keeps its other form, and the failure was logged when that was made.
      await work().catch(() => remember(failed, key));
      waiting.delete(key);
    }
    underWay = undefined;
  };

  return {
    add(key, work) {
      if (failed.has(key) || waiting.has(key) || waiting.size >= most) return;
      waiting.set(key, work);
      underWay ??= run();
    },
    async close() {
      waiting.clear();
      await underWay;
    },
  };
}

function remember(failed: Set<string>, key: string): void {
  const oldest = failed.values().next();
  if (failed.size >= MAX_FAILED && !oldest.done) failed.delete(oldest.value);
  failed.add(key);
}
