import { DOWNLOADS, HISTORY } from '#src/shell/state/storage-keys.ts';
import { storedItems } from '#src/shell/state/stored-json.ts';

// Lists the downloaded books, each with its reading position.
interface Download {
  readonly book: { readonly id: number; readonly title: string; readonly language?: string };
  readonly start: string;
  readonly done: number;
}
interface Read {
  readonly book: { readonly id: number };
  readonly chapter: { readonly id: number; readonly title: string };
}

const read = storedItems<Read>(HISTORY);
const place = document.querySelector<HTMLElement>('[data-kept-books]');
const list = place?.querySelector('ul');
for (const download of storedItems<Download>(DOWNLOADS)) {
  const { book, start, done } = download ?? {};
  if (!(Number(done) > 0) || !/^\/[a-z]/.test(start ?? '') || typeof book?.title !== 'string') continue;
  const last = read.find((entry) => entry?.book?.id === book.id)?.chapter;
  const link = document.createElement('a');
  link.href = String(Number.isInteger(last?.id) ? start?.replace(/\d+$/, String(last?.id)) : start);
  link.textContent = book.title;
  link.dir = 'auto';
  if (book.language) link.lang = book.language;
  if (typeof last?.title === 'string') link.appendChild(document.createElement('small')).textContent = last.title;
  list?.appendChild(document.createElement('li')).append(link);
  if (place) place.hidden = false;
}
