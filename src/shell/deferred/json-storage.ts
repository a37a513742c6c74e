import * as keys from '../state/storage-keys.ts';

/** JSON values in browser storage. A value that cannot be read or parsed counts as missing. */
export interface JsonStorage {
  get(key: string): unknown;
  /** Stores a value. @returns whether the browser stored it */
  set(key: string, value: unknown): boolean;
}

function jsonStorage(storage: () => Storage): JsonStorage {
  return {
    get(key) {
      try {
        // For a missing item, `getItem` returns null, and JSON.parse(null) returns null.
        return JSON.parse(storage().getItem(key) as string);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Values stored for the tab. */
export const session = jsonStorage(() => sessionStorage);
/** Values stored on the device. */
export const device = jsonStorage(() => localStorage);

/** Whether a visitor is signed in on this device. */
export function isSignedIn(): boolean {
  try {
    return Boolean(localStorage.getItem(keys.TOKEN));
  } catch {
    return false;
  }
}
