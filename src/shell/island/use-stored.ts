import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';

/**
 * Reads a store. While hydrating, returns `initial`, because the first render must equal the server's; afterwards, the
 * stored value. With an `initial` that is never stored, such as null, a component can detect that it is still
 * hydrating.
 */
export function useStored<T, I = T>($store: ReadableAtom<T>, initial: I): T | I {
  return useStore<ReadableAtom<T | I>>($store, { ssr: () => initial });
}
