import { useSyncExternalStore } from 'react';

/** Calls `changed` when the browser goes online or offline. Returns a function that removes the listeners. */
export function onConnection(changed: () => void): () => void {
  const controller = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, changed, { signal: controller.signal });
  return () => controller.abort();
}

/** Whether the browser reports a connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
