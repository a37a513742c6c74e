/**
 * Kinds of data that are lost when the page is left if the browser cannot store them. The page's notices name each
 * kind.
 */
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
 * Reports that data could not be stored. Sets an attribute of the root element that src/shell/deferred/unsaved.ts
 * reads, so that failures before that module has loaded are reported too. Inline scripts set the attribute themselves.
 */
export function reportUnsaved(part: UnsavedPart): void {
  document.documentElement.dataset['unsaved'] = part;
}

/** Prefix of a `window.name` that passes an unsaved part on to the next page (src/shell/deferred/unsaved.ts). */
export const HANDED_OVER = 'unsaved:';
