import { useSyncExternalStore } from 'react';

const TABS = ['history', 'shelf', 'manage'] as const;
export type Tab = (typeof TABS)[number];

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The tab the address names, so that back, forward and a link lead to it. */
export const useTab = (): Tab =>
  useSyncExternalStore(
    listen,
    () => TABS.find((tab) => location.hash === `#${tab}`) ?? 'history',
    () => 'history',
  );
