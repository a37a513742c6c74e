/** Why a browser does not store: no room is left, or the site may not. */
export type StorageFault = 'full' | 'blocked';

/** Names the reason for a write that just failed. An empty storage that is full belongs to a private window, which stores nothing. */
export function storageFault(open: () => Storage): StorageFault {
  try {
    return open().length > 0 ? 'full' : 'blocked';
  } catch {
    return 'blocked';
  }
}
