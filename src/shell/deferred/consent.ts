import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';

/** Whether the visitor has agreed to be counted; null before an answer. */
export function consent(): boolean | null {
  const stored = device.get(keys.CONSENT);
  return typeof stored === 'boolean' ? stored : null;
}
