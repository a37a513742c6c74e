import { RECENT_SEARCHES } from '../state/storage-keys.ts';
import { storedItems } from '../state/stored-json.ts';
import { HANDED_OVER, type UnsavedPart } from '../state/unsaved-parts.ts';

// Adds a search made before the island has loaded to the recent searches, as the island would
// (src/features/search/state.ts).
addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const field = form.closest('[ssr]') && (form.elements.namedItem('q') as HTMLInputElement | null);
  const word = field?.value.trim().slice(0, 200);
  if (!word) return;
  try {
    const otherSearches = storedItems<string>(RECENT_SEARCHES).filter((search) => search !== word);
    localStorage.setItem(RECENT_SEARCHES, JSON.stringify([word, ...otherSearches].slice(0, 8)));
  } catch {
    // The next page shows that the search could not be saved (src/shell/deferred/unsaved.ts).
    window.name = HANDED_OVER + ('search' satisfies UnsavedPart);
  }
});
