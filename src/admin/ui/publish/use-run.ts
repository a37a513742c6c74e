import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PublishRun } from '../../contract/publish.ts';
import { listen } from './publish-run.ts';

/** The latest state of a run, from its events. */
export interface LiveRun {
  readonly run: PublishRun | undefined;
  /** Whether the connection is lost. */
  readonly isLost: boolean;
}

/** Keeps a run up to date until it ends, then refetches all data of the page. */
export function useRun(started: PublishRun | undefined): LiveRun {
  const [live, setLive] = useState<LiveRun>({ run: started, isLost: false });
  const queries = useQueryClient();
  const id = started?.id;
  useEffect(() => {
    if (id === undefined) return;
    return listen(id, {
      onRun: (run) => setLive({ run, isLost: false }),
      onEnd: () => void queries.invalidateQueries(),
      onLost: () => setLive((current) => ({ ...current, isLost: true })),
    });
  }, [id, queries]);
  return live.run?.id === id ? live : { run: started, isLost: false };
}
