import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';

/** Whether the visitor has consented to page views being counted; null if not yet answered. */
export function consent(): boolean | null {
  const stored = device.get(keys.CONSENT);
  return typeof stored === 'boolean' ? stored : null;
}
