import { NIGHT } from '../state/storage-keys.ts';
import type { UnsavedPart } from '../state/unsaved-parts.ts';

// Applies the visitor's choice of day or night mode. Without a choice, the brand's default applies.
const root = document.documentElement;
const show = () => {
  try {
    const night: unknown = JSON.parse(localStorage.getItem(NIGHT) as string);
    if (typeof night === 'boolean') root.dataset['mode'] = night ? 'night' : 'day';
  } catch {
    // Storage is unavailable, or its value is invalid.
  }
};
show();
addEventListener('pageshow', show);
// The browser may have prerendered the page before the visitor chose a mode.
document.addEventListener('prerenderingchange', show);
addEventListener('click', ({ target }) => {
  // The second selector matches the night-mode button of a reader that has not hydrated yet.
  if (!(target as Element).closest('[data-mode-toggle], [ssr] .reader-bar [aria-pressed]')) return;
  const night = getComputedStyle(root).colorScheme !== 'dark';
  root.dataset['mode'] = night ? 'night' : 'day';
  try {
    localStorage.setItem(NIGHT, JSON.stringify(night));
  } catch {
    root.dataset['unsaved'] = 'settings' satisfies UnsavedPart;
  }
});
