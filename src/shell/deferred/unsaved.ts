import { HANDED_OVER } from '../state/unsaved-parts.ts';

/**
 * Shows a notice when the browser could not store data (src/shell/state/unsaved-parts.ts), including failures before
 * this module was loaded.
 */
export function watchUnsaved(
  load: () => Promise<typeof import('./unsaved-notice.ts')> = () => import('./unsaved-notice.ts'),
): void {
  const root = document.documentElement;
  const show = (changes: readonly MutationRecord[] = []) => {
    // An action may report several kinds of data at the same time. The last kind is the attribute's value; the others
    // are the old values of the following changes.
    const parts = [...changes.slice(1).map(({ oldValue }) => oldValue), root.dataset['unsaved']].filter(Boolean);
    if (parts.length > 0) void load().then(({ showUnsaved }) => showUnsaved(parts as string[]));
  };
  takeOver(root);
  new MutationObserver(show).observe(root, { attributeFilter: ['data-unsaved'], attributeOldValue: true });
  show();
}

/**
 * Passes the notice on to the next page of the tab, because the action whose data could not be stored may also open
 * another page, as a search does. Uses `window.name`, because storage does not work. Sets the name immediately, because
 * `pagehide` would be too late: the next page may already have read its name. When the notice is hidden, the attribute
 * and the name are removed.
 */
function takeOver(root: HTMLElement): void {
  const { dataset } = root;
  if (window.name.startsWith(HANDED_OVER)) dataset['unsaved'] ??= window.name.slice(HANDED_OVER.length);
  const pass = () => {
    if (dataset['unsaved']) window.name = HANDED_OVER + dataset['unsaved'];
    else if (window.name.startsWith(HANDED_OVER)) window.name = '';
  };
  new MutationObserver(pass).observe(root, { attributeFilter: ['data-unsaved'] });
  pass();
}
