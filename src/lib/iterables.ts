/** Groups items into arrays of up to `size` items, in order. */
export function* batches<T>(items: Iterable<T>, size: number): Iterable<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Runs `work` for at most `limit` items at a time and yields the results in the order of the items. After an error,
 * waits for all running work to end before it throws, so that nothing continues in the background.
 */
export async function* mapConcurrently<T, R>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const iterator = items[Symbol.iterator]();
  const running: Promise<R>[] = [];
  const fill = () => {
    while (running.length < limit) {
      const next = iterator.next();
      if (next.done) return;
      const result = work(next.value);
      result.catch(() => {});
      running.push(result);
    }
  };
  try {
    for (;;) {
      fill();
      const first = running.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    await Promise.allSettled(running);
    iterator.return?.();
  }
}
