import { type StorageFault, storageFault } from '#src/lib/storage-fault.ts';

/** Access to text values by key. */
export interface KeyValues {
  /** Returns the value of a key; null if it has none. */
  get(key: string): string | null;
  /**
   * Sets the value of a key; null removes the key. A value that the browser cannot store is kept in memory until the
   * visitor leaves the page.
   */
  set(key: string, value: string | null): void;
  /** Why the browser could not store the key's value; undefined if it did. */
  fault(key: string): StorageFault | undefined;
}

/**
 * Wraps a browser storage that may be full, blocked for the site, or disabled in a private window.
 * @param onRefused called with the key of a value that will be lost when the page is left
 */
export function createStorage(open: () => Storage, onRefused: (key: string) => void = () => undefined): KeyValues {
  const refused = new Map<string, { readonly value: string | null; readonly fault: StorageFault }>();
  return {
    get(key) {
      const override = refused.get(key);
      if (override) return override.value;
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
        refused.set(key, { value, fault: storageFault(open) });
        // Removing a key needs no report: if storage is blocked, the key was never stored.
        if (value !== null) onRefused(key);
      }
    },
    fault: (key) => refused.get(key)?.fault,
  };
}
