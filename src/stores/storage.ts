/** Texts by key, as long as the visitor keeps them. */
export interface KeyValues {
  /** Null for a key without a value. */
  get(key: string): string | null;
  /** Null removes the key. */
  set(key: string, value: string | null): void;
}

/** A browser's storage; what it refuses to keep (switched off, full, private window) lives as long as the page. */
export function createStorage(open: () => Storage): KeyValues {
  const refused = new Map<string, string | null>();
  return {
    get(key) {
      if (refused.has(key)) return refused.get(key) ?? null;
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) open().removeItem(key);
        else open().setItem(key, value);
        refused.delete(key);
      } catch {
        refused.set(key, value);
      }
    },
  };
}
