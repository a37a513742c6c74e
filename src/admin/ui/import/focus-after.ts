import { flushSync } from 'react-dom';

/**
 * Changes the page, then focuses the first of these elements that is enabled: an element that the change moves,
 * disables or removes loses the focus. Focuses synchronously, so that a key that is held down repeats the change.
 */
export function focusAfter(change: () => void, ...ids: readonly string[]): void {
  flushSync(change);
  const elements = ids.map((id) => document.getElementById(id));
  elements.find((element) => element && !element.matches(':disabled'))?.focus();
}
