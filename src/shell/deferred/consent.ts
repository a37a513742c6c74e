import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';

/** The visitor's answer; null before one was given. */
export function consent(): boolean | null {
  const stored = device.get(keys.CONSENT);
  return typeof stored === 'boolean' ? stored : null;
}
