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
  new MutationObserver(show).observe(root, { attributeFilter: ['data-unsaved'], attributeOldValue: true });
  show();
}
