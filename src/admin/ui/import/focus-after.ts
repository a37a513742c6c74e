import { flushSync } from 'react-dom';

/**
 * Changes the page, then focuses the first enabled element among `ids`, because the focused element loses the focus if
 * the change moves, disables or removes it. Focuses synchronously, so that holding down a key repeats the change.
 */
export function focusAfter(change: () => void, ...ids: readonly string[]): void {
  flushSync(change);
  const elements = ids.map((id) => document.getElementById(id));
  elements.find((element) => element && !element.matches(':disabled'))?.focus();
}
