import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';

/**
 * Reads a store. Returns `initial` while hydrating, because the first render must equal the server's, and the stored value
 * afterwards. With an `initial` of another type, such as null, the component can tell them apart.
 */
export function useStored<T, I = T>($store: ReadableAtom<T>, initial: I): T | I {
  return useStore<ReadableAtom<T | I>>($store, { ssr: () => initial });
}
