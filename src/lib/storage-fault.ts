/** Why the browser cannot store data: no space is left, or storage is blocked for the site. */
export type StorageFault = 'full' | 'blocked';

/**
 * Returns why a write has just failed. If the storage is full although it is empty, the page is in a private window
 * without storage, so the result is `blocked`.
 */
export function storageFault(open: () => Storage): StorageFault {
  try {
    return open().length > 0 ? 'full' : 'blocked';
  } catch {
    return 'blocked';
  }
}
