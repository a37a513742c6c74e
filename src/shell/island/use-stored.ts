import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';

/**
 * Reads a store whose first render must equal the server's: `initial` while hydrating, the saved value after. An
 * `initial` of another type, such as null, tells the two apart.
 */
export function useStored<T, I = T>($store: ReadableAtom<T>, initial: I): T | I {
  return useStore<ReadableAtom<T | I>>($store, { ssr: () => initial });
}
