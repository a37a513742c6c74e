import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';

/** Reads a store whose first render must equal the server's: `initial` while hydrating, the saved value after. */
export function useStored<T>($store: ReadableAtom<T>, initial: NoInfer<T>): T {
  return useStore($store, { ssr: () => initial });
}
