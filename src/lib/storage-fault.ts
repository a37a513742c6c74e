/** Why the browser cannot store data: no space is left, or storage is blocked for the site. */
export type StorageFault = 'full' | 'blocked';

/** Why a write just failed. If the storage is "full" but empty, the page is in a private window without storage. */
export function storageFault(open: () => Storage): StorageFault {
  try {
    return open().length > 0 ? 'full' : 'blocked';
  } catch {
    return 'blocked';
  }
}
