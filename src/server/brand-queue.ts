/** How many pages of one brand are rendered at a time, and how many wait for that. */
const MOST = { running: 16, waiting: 128 };

/** A queue for each brand, so that what waits for a slow page of one brand delays no page of another. */
export interface BrandQueue {
  /** @returns undefined at once where too much waits already */
  run<T>(brand: string, work: () => Promise<T>): Promise<T> | undefined;
}

export function createBrandQueue(most: { running: number; waiting: number } = MOST): BrandQueue {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return {
    run(brand, work) {
      const line = lines.get(brand) ?? { running: 0, waiting: [] };
      lines.set(brand, line);
      if (line.waiting.length >= most.waiting) return undefined;
      const start = async () => {
        line.running += 1;
        try {
          return await work();
        } finally {
          line.running -= 1;
          line.waiting.shift()?.();
        }
      };
      if (line.running < most.running) return start();
      return new Promise<void>((resolve) => line.waiting.push(resolve)).then(start);
    },
  };
}
