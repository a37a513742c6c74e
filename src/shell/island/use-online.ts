import { useSyncExternalStore } from 'react';

/** Notifies when the browser goes online or offline; returns a function that stops it. */
export function onConnection(changed: () => void): () => void {
  const listening = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, changed, { signal: listening.signal });
  return () => listening.abort();
}

/** Whether the browser has a connection, as far as it knows. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
