import { useEffect } from 'react';
import type { Island } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $shelf } from '#src/shell/state/local-storage.ts';
import { $pushState, loadPushState, updateSubscription } from '../state.ts';

/** Delay before a change of the shelf is sent, so that several changes in a row are sent together. */
const PAUSE_MS = 2000;

/** Returns the state of notifications on this device. Updates the subscription when the shelf changes. */
export function usePushState({ paths }: Pick<Island<'offline'>, 'paths'>) {
  const state = useStored($pushState, 'unknown');
  const reader = paths.readerEntry();
  useEffect(() => void loadPushState(reader), [reader]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = $shelf.listen(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void updateSubscription(reader), PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [reader]);
  return { state, reader };
}
