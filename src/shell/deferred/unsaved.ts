/**
 * Reports data that the browser did not store (src/shell/state/unsaved-parts.ts), including failures before this module
 * loaded.
 */
export function watchUnsaved(
  load: () => Promise<typeof import('./unsaved-notice.ts')> = () => import('./unsaved-notice.ts'),
): void {
  const root = document.documentElement;
  const tell = () =>
    root.dataset['unsaved'] && void load().then(({ showUnsaved }) => showUnsaved(root.dataset['unsaved'] ?? ''));
  new MutationObserver(tell).observe(root, { attributeFilter: ['data-unsaved'] });
  tell();
}
