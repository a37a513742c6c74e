/**
 * Works on `items` with at most `limit` at a time and gives the results in the order of the items. The first failure
 * is thrown; what is then under way is waited for, so that nothing goes on behind the caller's back.
 */
export async function* inOrder<T, R>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const iterator = items[Symbol.iterator]();
  const underWay: Promise<R>[] = [];
  const fill = () => {
    while (underWay.length < limit) {
      const next = iterator.next();
      if (next.done) return;
      const result = work(next.value);
      result.catch(() => {});
      underWay.push(result);
    }
  };
  try {
    for (;;) {
      fill();
      const first = underWay.shift();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    await Promise.allSettled(underWay);
    iterator.return?.();
  }
}
