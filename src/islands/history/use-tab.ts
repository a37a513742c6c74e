import { useSyncExternalStore } from 'react';

export type Tab = 'history' | 'shelf';

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The tab the address names, so that back, forward and a link lead to it. */
export const useTab = (): Tab =>
  useSyncExternalStore(
    listen,
    () => (location.hash === '#shelf' ? 'shelf' : 'history'),
    () => 'history',
  );
