/** What a visitor may lose with the page because the browser did not store it; each has a name in the page's notices. */
export const UNSAVED_PARTS = [
  'place',
  'history',
  'shelf',
  'tags',
  'marks',
  'settings',
  'search',
  'download',
  'draft',
  'choice',
  'session',
] as const;
export type UnsavedPart = (typeof UNSAVED_PARTS)[number];

/**
 * Says that a part was not stored. An attribute of the root carries it to browser/deferred/unsaved.ts, so that what fails
 * before that module has loaded is said as well. Inline scripts set it themselves.
 */
export function reportUnsaved(part: UnsavedPart): void {
  document.documentElement.dataset['unsaved'] = part;
}
