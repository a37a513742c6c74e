import { useMemo, useSyncExternalStore } from 'react';
import { type NotebookPlace, readNotebookFragment } from '#src/routes/notebook-fragment.ts';

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** Which notebook the address names, and which of its marks; back, forward and links change it. */
export function useNotebookPlace(): NotebookPlace {
  const hash = useSyncExternalStore(
    listen,
    () => location.hash,
    () => '',
  );
  return useMemo(() => readNotebookFragment(hash), [hash]);
}
