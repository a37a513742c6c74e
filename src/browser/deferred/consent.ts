import { device } from './json-storage.ts';

/** Where what the visitor said is kept (docs/develop/state.md). */
export const CONSENT_KEY = 'lectern:consent';

/** What the visitor said about being counted; null until they said it. */
export function consent(): boolean | null {
  const said = device.get(CONSENT_KEY);
  return typeof said === 'boolean' ? said : null;
}
