import { useSyncExternalStore } from 'react';

function listen(changed: () => void): () => void {
  const listening = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, changed, { signal: listening.signal });
  return () => listening.abort();
}

/** Whether the browser has a connection, as far as it knows. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
