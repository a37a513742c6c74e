/**
 * Kinds of data that a notice names if the browser cannot store them. Such data is lost when the visitor leaves the
 * page.
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
 * Reports that data could not be stored, by setting an attribute of the root element. src/shell/deferred/unsaved.ts
 * reads the attribute, so it also reports failures that happened before it was loaded. Inline scripts set the attribute
 * themselves.
 */
export function reportUnsaved(part: UnsavedPart): void {
  document.documentElement.dataset['unsaved'] = part;
}

/**
 * Prefix of `window.name` when it passes a kind of unsaved data on to the next page (src/shell/deferred/unsaved.ts).
 */
export const HANDED_OVER = 'unsaved:';
