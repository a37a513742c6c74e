/** Work that waits its turn: one piece at a time, each key once. */
export interface Queue {
  /** Left out where the key waits already, or too many do: what is asked again comes again. */
  add(key: string, work: () => Promise<unknown>): void;
  /** Forgets what waits. @returns when the piece under way has ended */
  close(): Promise<void>;
}

export function createQueue(most = 500): Queue {
  const waiting = new Map<string, () => Promise<unknown>>();
  let underWay: Promise<void> | undefined;

  const run = async () => {
    for (const [key, work] of waiting) {
      // A picture that cannot be made keeps its other form; the log has had its say when that was made.
      await work().catch(() => {});
      waiting.delete(key);
    }
    underWay = undefined;
  };

  return {
    add(key, work) {
      if (waiting.has(key) || waiting.size >= most) return;
      waiting.set(key, work);
      underWay ??= run();
    },
    async close() {
      waiting.clear();
      await underWay;
    },
  };
}
