import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listen, type Run } from './publish-run.ts';

/** A run as its events tell it. */
export interface LiveRun {
  readonly run: Run | undefined;
  /** The connection was lost. */
  readonly isLost: boolean;
}

/** Keeps a run up to date until it ends; then everything that the page shows is read anew. */
export function useRun(begun: Run | undefined): LiveRun {
  const [live, setLive] = useState<LiveRun>({ run: begun, isLost: false });
  const queries = useQueryClient();
  const id = begun?.id;
  useEffect(() => {
    if (id === undefined) return;
    return listen(id, {
      onRun: (run) => setLive({ run, isLost: false }),
      onEnd: () => void queries.invalidateQueries(),
      onLost: () => setLive((before) => ({ ...before, isLost: true })),
    });
  }, [id, queries]);
  return live.run?.id === id ? live : { run: begun, isLost: false };
}
