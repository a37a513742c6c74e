import { reportUnsaved, type UnsavedPart } from '#src/lib/unsaved.ts';

/**
 * The part that is reported as not saved, by key; `null` for values that may be lost without notice. A test checks that every
 * key is listed.
 */
export const UNSAVED_BY_KEY: Readonly<Record<string, UnsavedPart | null>> = {
  token: 'session',
  userInfo: null,
  loginStatus: null,
  'lectern:renew-at': null,
  'lectern:oidc': 'session',
  local_uid: null,
  readlogList: 'place',
  'lectern:read': 'place',
  'lectern:removed': 'history',
  'lectern:seen': null,
  'lectern:briefs': null,
  'lectern:synced': null,
  'lectern:gone': null,
  'lectern:pace': null,
  'lectern:shelf': 'shelf',
  'lectern:lists': 'shelf',
  'lectern:listed': 'shelf',
  'lectern:hidden-tags': 'tags',
  'lectern:marks': 'marks',
  font_size: 'settings',
  bg_color: 'settings',
  bg_night: 'settings',
  'lectern:reader': 'settings',
  'lectern:listening': 'settings',
  'lectern:vertical': 'settings',
  'lectern:recent-searches': 'search',
  'lectern:kept': 'download',
  'lectern:translator': 'draft',
  'lectern:report': 'draft',
  'lectern:notify-offered': null,
  'lectern:furthest-offer': null,
  'lectern:look-up': null,
  'lectern:listen-on': null,
};

/** Reports that the browser refused a key's value (browser/deferred/unsaved.ts). */
export function reportRefused(key: string): void {
  const part = UNSAVED_BY_KEY[key];
  if (part) reportUnsaved(part);
}
