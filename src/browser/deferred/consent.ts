import { device } from './json-storage.ts';

const KEY = 'lectern:consent';

/** What the visitor said about being counted; null until they said it. */
export function consent(): boolean | null {
  const said = device.get(KEY);
  return typeof said === 'boolean' ? said : null;
}

/** Keeps what the visitor says. */
export const keepConsent = (isGiven: boolean): void => device.set(KEY, isGiven);
