/**
 * Shows a notice when the browser could not store data (src/shell/state/unsaved-parts.ts), including failures before
 * this module was loaded.
 */
export function watchUnsaved(
  load: () => Promise<typeof import('./unsaved-notice.ts')> = () => import('./unsaved-notice.ts'),
): void {
  const root = document.documentElement;
  const show = () =>
    root.dataset['unsaved'] && void load().then(({ showUnsaved }) => showUnsaved(root.dataset['unsaved'] ?? ''));
  new MutationObserver(show).observe(root, { attributeFilter: ['data-unsaved'] });
  show();
}
