/** Least-recently-used values under a bound of bytes. */
export interface ByteLru<V> {
  get(key: string): V | undefined;
  /** Keeps `value`, which weighs `bytes`; what was used least goes first. A value above the bound is not kept. */
  set(key: string, value: V, bytes: number): void;
  delete(key: string): void;
  readonly bytes: number;
}

export function createByteLru<V>(bound: number): ByteLru<V> {
  const entries = new Map<string, { value: V; bytes: number }>();
  let total = 0;

  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, bytes) {
      remove(key);
      if (bytes > bound) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= bound) break;
        remove(oldest);
      }
    },
    delete: remove,
    get bytes() {
      return total;
    },
  };
}
