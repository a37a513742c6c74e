/** Data that is lost with the page if the browser does not store it; the page's notices have a name for each. */
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
 * Reports that a part was not stored. An attribute of the root passes it to src/shell/deferred/unsaved.ts, so that failures
 * before that module has loaded are reported too. Inline scripts set the attribute themselves.
 */
export function reportUnsaved(part: UnsavedPart): void {
  document.documentElement.dataset['unsaved'] = part;
}
