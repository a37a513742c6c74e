/** Work that waits its turn: one piece at a time, each key once. */
export interface Queue {
  /**
   * Adds work. Nothing is added if the key is queued already, if the queue is full (the caller asks again later), or if
   * the key's work failed before (it would fail again).
   */
  add(key: string, work: () => Promise<unknown>): void;
  /** Forgets what waits. @returns when the piece under way has ended */
  close(): Promise<void>;
}

/** Failures that are remembered; the oldest make room. */
const MAX_FAILED = 5_000;

export function createQueue(most = 500): Queue {
  const failed = new Set<string>();
  const waiting = new Map<string, () => Promise<unknown>>();
  let underWay: Promise<void> | undefined;

  const run = async () => {
    for (const [key, work] of waiting) {
      // A picture that cannot be made keeps its other form; the log has had its say when that was made.
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
