/** Why the browser does not store: no space left, or storage is blocked for the site. */
export type StorageFault = 'full' | 'blocked';

/** The reason why a write just failed. If the storage is "full" but empty, it is a private window without storage. */
export function storageFault(open: () => Storage): StorageFault {
  try {
    return open().length > 0 ? 'full' : 'blocked';
  } catch {
    return 'blocked';
  }
}
