import * as keys from './storage-keys.ts';
import { reportUnsaved, type UnsavedPart } from './unsaved-parts.ts';

/**
 * By storage key, the kind of data that is reported if the browser cannot store it; null for values whose loss is not
 * reported. Stores only accept the keys listed here.
 */
export const UNSAVED_BY_KEY = {
  [keys.TOKEN]: 'session',
  [keys.USER_INFO]: null,
  [keys.LOGIN_STATUS]: null,
  [keys.RENEW_AT]: null,
  [keys.OIDC]: 'session',
  [keys.DEVICE_ID]: null,
  [keys.HISTORY]: 'place',
  [keys.READ_CHAPTERS]: 'place',
  [keys.HISTORY_REMOVALS]: 'history',
  [keys.KNOWN_CHAPTERS]: null,
  [keys.BRIEFS]: null,
  [keys.SYNCED]: null,
  [keys.TOMBSTONES]: null,
  [keys.PACE]: null,
  [keys.SHELF]: 'shelf',
  [keys.LISTS]: 'shelf',
  [keys.LIST_ENTRIES]: 'shelf',
  [keys.HIDDEN_TAGS]: 'tags',
  [keys.MARKS]: 'marks',
  [keys.FONT_SIZE_PX]: 'settings',
  [keys.PAPER]: 'settings',
  [keys.NIGHT]: 'settings',
  [keys.READER_SETTINGS]: 'settings',
  [keys.LISTENING]: 'settings',
  [keys.VERTICAL]: 'settings',
  [keys.RECENT_SEARCHES]: 'search',
  [keys.DOWNLOADS]: 'download',
  [keys.TRANSLATOR_DRAFT]: 'draft',
  [keys.REPORT_DRAFT]: 'draft',
  [keys.NOTIFY_OFFERED]: null,
  [keys.FURTHEST_OFFER]: null,
  [keys.LOOK_UP]: null,
  [keys.LISTEN_ON]: null,
  [keys.APP_PUSH]: 'choice',
  [keys.CONSENT]: 'choice',
} as const satisfies Readonly<Record<string, UnsavedPart | null>>;

/** The storage key of a store. */
export type StoreKey = keyof typeof UNSAVED_BY_KEY;

const PARTS: Readonly<Record<string, UnsavedPart | null>> = UNSAVED_BY_KEY;

/** Reports that the browser could not store a key's value (src/shell/deferred/unsaved.ts). */
export function reportRefused(key: string): void {
  const part = PARTS[key];
  if (part) reportUnsaved(part);
}
