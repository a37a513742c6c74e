import { LIBRARY_EVENT, PLACES_EVENT } from '../state/browser-events.ts';
import { HISTORY } from '../state/storage-keys.ts';
import { storedItems } from '../state/stored-json.ts';

// Fills in the page's links to the chapter read last, and to the furthest chapter if it comes after that chapter.
interface Chapter {
  readonly id: number;
  readonly title: string;
  readonly number?: number;
}
interface Entry {
  readonly book: { readonly id: number; readonly title: string; readonly language?: string };
  readonly chapter: Chapter;
  readonly furthest?: { readonly chapter?: Chapter } | null;
}

const places = (name: string) => document.querySelectorAll<HTMLAnchorElement>(`[data-${name}]`);
const history = () =>
  storedItems<Entry>(HISTORY).filter(
    (entry): entry is Entry => Number.isInteger(entry?.book?.id) && Number.isInteger(entry?.chapter?.id),
  );
const entryFor = ({ dataset }: HTMLElement, entries: readonly Entry[]) =>
  dataset['book'] ? entries.find(({ book }) => book.id === Number(dataset['book'])) : entries[0];
const ahead = ({ chapter, furthest }: Entry) => {
  const place = furthest?.chapter;
  return place && Number.isInteger(place.id) && Number(place.number) > (chapter.number ?? 0) ? place : undefined;
};
const fillLink = (link: HTMLAnchorElement, reader: string | undefined, { book }: Entry, chapter: Chapter) => {
  link.href = `${reader}/${book.id}/${chapter.id}`;
  link.hidden = false;
  // While the account's reading positions are being requested, the link works but does not name the chapter.
  const title = link.dataset['asking'] === undefined ? chapter.title : '\u00A0';
  for (const [name, text] of Object.entries({ '[data-title]': book.title, '[data-chapter]': title })) {
    const line = link.querySelector<HTMLElement>(name);
    if (!line) continue;
    line.textContent = text;
    if (book.language) line.lang = book.language;
  }
};
const fill = () => {
  const entries = history();
  for (const place of places('continue')) {
    const entry = entryFor(place, entries);
    if (!entry) continue;
    fillLink(place, place.dataset['continue'], entry, entry.chapter);
    place.dataset['known'] = '';
    place.dispatchEvent(new CustomEvent('reading', { detail: entry }));
  }
  for (const place of places('furthest')) {
    const entry = entryFor(place, entries);
    const chapter = entry && place.dataset['asking'] === undefined ? ahead(entry) : undefined;
    place.hidden = !chapter;
    document.documentElement.toggleAttribute('data-ahead', Boolean(chapter));
    if (entry && chapter) fillLink(place, place.dataset['furthest'], entry, chapter);
  }
};

fill();
for (const place of places('continue')) place.addEventListener(PLACES_EVENT, fill);
document.addEventListener(LIBRARY_EVENT, fill);
// Without this, a page restored from the back/forward cache would show its old state.
addEventListener('pageshow', ({ persisted }) => persisted && fill());
document.addEventListener('prerenderingchange', fill);

const chapterList = document.querySelector<HTMLElement>('[data-chapter-list]');
const current = history().find(({ book }) => book.id === Number(chapterList?.dataset['chapterList']));
const link = current && chapterList?.querySelector(`a[href$="/${current.book.id}/${current.chapter.id}"]`);
if (link) {
  link.setAttribute('aria-current', 'true');
  const range = link.closest<HTMLDetailsElement>('.chapters-range');
  if (range) range.open = true;
}
