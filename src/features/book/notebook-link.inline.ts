import { MARKS } from '#src/shell/state/storage-keys.ts';
import { storedItems } from '#src/shell/state/stored-json.ts';

// Shows the link to the book's notebook if the visitor has bookmarks or highlights in the book.
const link = document.querySelector<HTMLElement>('[data-notebook]');
if (link) {
  const id = Number(link.dataset['notebook']);
  const marks = storedItems<{ kind: string; book: { id: number } }>(MARKS);
  const count = marks.filter((mark) => mark?.kind !== 'removed' && mark?.book?.id === id).length;
  const number = link.querySelector('[data-count]');
  link.hidden = count === 0;
  if (number) number.textContent = String(count);
}
