/**
 * A cache within a bound of bytes. It removes the oldest value that was not looked up since its last turn ("second
 * chance"): a look-up then only sets a mark, which is cheaper than moving the value to the end.
 */
export interface ByteLru<V> {
  get(key: string): V | undefined;
  /** Stores `value`, which takes `bytes`. Unused values are removed first; one above the bound is not stored. */
  set(key: string, value: V, bytes: number): void;
  delete(key: string): void;
  readonly bytes: number;
}

export function createByteLru<V>(bound: number): ByteLru<V> {
  const entries = new Map<string, { value: V; bytes: number; isUsed: boolean }>();
  let total = 0;

  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entry.isUsed = true;
      return entry.value;
    },
    set(key, value, bytes) {
      remove(key);
      if (bytes > bound) return;
      entries.set(key, { value, bytes, isUsed: false });
      total += bytes;
      // The loop also reaches the entries that it puts at the end again.
      for (const [oldest, entry] of entries) {
        if (total <= bound) break;
        if (entry.isUsed) {
          entry.isUsed = false;
          entries.delete(oldest);
          entries.set(oldest, entry);
        } else if (oldest !== key) remove(oldest);
      }
    },
    delete: remove,
    get bytes() {
      return total;
    },
  };
}
