/**
 * Values under a bound of bytes, those in use. A look-up only marks what it found, because most requests are nothing
 * else; what goes is the oldest that was not looked up since its turn came last ("second chance").
 */
export interface ByteLru<V> {
  get(key: string): V | undefined;
  /** Keeps `value`, which weighs `bytes`; what was not used goes first. A value above the bound is not kept. */
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
      // An entry put at the end again is met once more.
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
