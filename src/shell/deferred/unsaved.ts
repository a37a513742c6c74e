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
    // An action may report several parts at once; each but the last is the old value of the next change.
    const parts = [...changes.slice(1).map(({ oldValue }) => oldValue), root.dataset['unsaved']].filter(Boolean);
    if (parts.length > 0) void load().then(({ showUnsaved }) => showUnsaved(parts as string[]));
  };
  takeOver(root);
  new MutationObserver(show).observe(root, { attributeFilter: ['data-unsaved'], attributeOldValue: true });
  show();
}

/**
 * An action that could not be stored may also leave the page, for example a search. `window.name` passes its notice on
 * to the next page of the tab, because storage cannot. It is set at once: at `pagehide` the next page may already have
 * its name. The notice removes the attribute when it is hidden.
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
