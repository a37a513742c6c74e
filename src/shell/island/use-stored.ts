import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';

/**
 * Reads a store. While hydrating, returns `initial`, because the first render must equal the server's; afterwards, the
 * stored value. If `initial` has another type, such as null, the component can tell whether it is hydrating.
 */
export function useStored<T, I = T>($store: ReadableAtom<T>, initial: I): T | I {
  return useStore<ReadableAtom<T | I>>($store, { ssr: () => initial });
}
