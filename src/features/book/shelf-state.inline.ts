import { DOWNLOADS, SHELF } from '#src/shell/state/storage-keys.ts';
import { storedItems } from '#src/shell/state/stored-json.ts';

// Sets attributes that style the buttons before their island loads: whether the book is on the shelf and whether it is
// downloaded.
const { dataset } = document.documentElement;
const id = Number(document.querySelector<HTMLElement>('[data-shelf-book]')?.dataset['shelfBook']);
const entryOf = (key: string) =>
  storedItems<{ book: { id: number }; state: string }>(key).find((entry) => entry?.book?.id === id);
if (entryOf(SHELF)) dataset['onShelf'] = '';
if (entryOf(DOWNLOADS)?.state === 'kept') dataset['onDevice'] = '';
