import { useMemo, useSyncExternalStore } from 'react';
import { type NotebookPlace, readNotebookFragment } from '#src/routes/notebook-fragment.ts';

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The notebook and mark named in the address. Updates when back, forward or a link changes the address. */
export function useNotebookPlace(): NotebookPlace {
  const hash = useSyncExternalStore(
    listen,
    () => location.hash,
    () => '',
  );
  return useMemo(() => readNotebookFragment(hash), [hash]);
}
