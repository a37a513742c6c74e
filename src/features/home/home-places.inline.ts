import { LIBRARY_EVENT, PLACES_EVENT } from '#src/shell/state/browser-events.ts';
import { BRIEFS, KNOWN_CHAPTERS, SYNCED, TOKEN } from '#src/shell/state/storage-keys.ts';
import { type StoredItem, storedItems, storedJson } from '#src/shell/state/stored-json.ts';

// Shows the number of new chapters next to the link to the chapter read last. Runs before continue-reading.inline.ts,
// which fills in this link and dispatches `reading`.
interface Entry {
  readonly book: { readonly id: number };
  readonly chapter: { readonly number?: number };
}

/**
 * Number of a book's chapters that are new to the visitor. Must count like src/features/library/state/new-chapters.ts.
 */
function newChapters({ book, chapter }: Entry): number {
  const { items } = Object(storedJson(BRIEFS));
  const briefs: readonly StoredItem<{ id: number; chapters: number }>[] = Array.isArray(items) ? items : [];
  const chapters = briefs.find((brief) => brief?.id === book.id)?.chapters ?? Number.NaN;
  const knownChapters = storedItems<{ book_id: number; chapters: number }>(KNOWN_CHAPTERS);
  const seenChapters = knownChapters.find((entry) => entry?.book_id === book.id)?.chapters;
  return chapters - Math.max(seenChapters ?? chapters, chapter.number ?? 0);
}

for (const badge of document.querySelectorAll<HTMLElement>('[data-new]')) {
  const place = badge.closest<HTMLElement>('[data-continue]');
  place?.addEventListener('reading', (event) => {
    const entry: Entry = (event as CustomEvent).detail;
    place.dataset['reading'] = String(entry.book.id);
    const count = newChapters(entry);
    badge.hidden = !(count > 0);
    badge.textContent = badge.dataset['new']?.replace('{number}', String(count)) ?? '';
  });
}

// A signed-in visitor may have read further on another device, so the positions are first requested from the account
// (src/features/library/island/refresh-places.ts). No chapter is shown until the response arrives or MAX_WAIT_MS has
// passed.
const MAX_WAIT_MS = 2500;
const FRESH_MS = 30_000;
const waiting = [...document.querySelectorAll<HTMLElement>('[data-asks]')];
const isSignedIn = () => {
  try {
    return Boolean(localStorage.getItem(TOKEN));
  } catch {
    return false;
  }
};
const isFresh = () => Date.now() - Object(storedJson(SYNCED)).at < FRESH_MS;
const stopWaiting = () => {
  for (const place of waiting) delete place.dataset['asking'];
};
if (waiting.length > 0 && isSignedIn() && !isFresh()) {
  for (const place of waiting) place.dataset['asking'] = '';
  setTimeout(() => {
    stopWaiting();
    waiting[0]?.dispatchEvent(new Event(PLACES_EVENT));
  }, MAX_WAIT_MS);
}
document.addEventListener(LIBRARY_EVENT, stopWaiting);
