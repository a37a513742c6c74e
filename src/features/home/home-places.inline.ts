import { LIBRARY_EVENT, PLACES_EVENT } from '#src/shell/state/browser-events.ts';
import { BRIEFS, KNOWN_CHAPTERS, SYNCED, TOKEN } from '#src/shell/state/storage-keys.ts';
import { type StoredItem, storedItems, storedJson } from '#src/shell/state/stored-json.ts';

// What the home page shows beside the chapter read last. Runs before continue-reading.inline.ts, which fills in that chapter.
interface Entry {
  readonly book: { readonly id: number };
  readonly chapter: { readonly number?: number };
}

/** Chapters added since the visitor last looked, as src/features/library/state/new-chapters.ts counts them. */
function newChapters({ book, chapter }: Entry): number {
  const { items } = Object(storedJson(BRIEFS));
  const briefs: readonly StoredItem<{ id: number; chapters: number }>[] = Array.isArray(items) ? items : [];
  const chapters = briefs.find((brief) => brief?.id === book.id)?.chapters ?? Number.NaN;
  const seen = storedItems<{ book_id: number; chapters: number }>(KNOWN_CHAPTERS);
  const seenChapters = seen.find((entry) => entry?.book_id === book.id)?.chapters;
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

// Another device may be further ahead. If the visitor is signed in, the account is asked first
// (src/features/library/island/refresh-places.ts), and no chapter is named until it answers or the time is up.
const WAIT_MS = 2500;
const FRESH_MS = 30_000;
const asking = [...document.querySelectorAll<HTMLElement>('[data-asks]')];
const isSignedIn = () => {
  try {
    return Boolean(localStorage.getItem(TOKEN));
  } catch {
    return false;
  }
};
const isFresh = () => Date.now() - Object(storedJson(SYNCED)).at < FRESH_MS;
const stop = () => {
  for (const place of asking) delete place.dataset['asking'];
};
if (asking.length > 0 && isSignedIn() && !isFresh()) {
  for (const place of asking) place.dataset['asking'] = '';
  setTimeout(() => {
    stop();
    asking[0]?.dispatchEvent(new Event(PLACES_EVENT));
  }, WAIT_MS);
}
document.addEventListener(LIBRARY_EVENT, stop);
