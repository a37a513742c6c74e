/** A JSON value in the browser's storage. A value that cannot be read or written counts as missing. */
export interface JsonStorage {
  get(key: string): unknown;
  /** @returns whether the browser stored it */
  set(key: string, value: unknown): boolean;
}

function jsonStorage(storage: () => Storage): JsonStorage {
  return {
    get(key) {
      try {
        // What is not there is null, which reads as null.
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

/** For the tab. */
export const session = jsonStorage(() => sessionStorage);
/** For the device. */
export const device = jsonStorage(() => localStorage);

/** Whether the visitor has an account's session on this device. */
export function isSignedIn(): boolean {
  try {
    return Boolean(localStorage.getItem('token'));
  } catch {
    return false;
  }
}
