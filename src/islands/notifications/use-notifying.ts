import { useEffect } from 'react';
import { $shelf } from '#src/stores/local-storage.ts';
import { $pushState, followShelf, loadPushState } from '#src/stores/push.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';

/** The shelf may change several times in a row. */
const PAUSE_MS = 2000;

/** How notifications stand on this device; keeps them in step with the shelf. */
export function usePushState({ paths }: Pick<Island<'offline'>, 'paths'>) {
  const state = useStored($pushState, 'unknown');
  const reader = paths.readerEntry();
  useEffect(() => void loadPushState(reader), [reader]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = $shelf.listen(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void followShelf(reader), PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [reader]);
  return { state, reader };
}
