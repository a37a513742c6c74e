import { useSyncExternalStore } from 'react';

const TABS = ['history', 'shelf', 'manage'] as const;
export type Tab = (typeof TABS)[number];

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The tab in the address's fragment, so that back, forward and links select it. */
export const useTab = (): Tab =>
  useSyncExternalStore(
    listen,
    () => TABS.find((tab) => location.hash === `#${tab}`) ?? 'history',
    () => 'history',
  );
