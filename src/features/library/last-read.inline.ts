import { HISTORY } from '#src/shell/state/storage-keys.ts';
import { storedItems } from '#src/shell/state/stored-json.ts';

// Redirects to the chapter read last on this device, or to the history if there is none.
const entry = storedItems<{ book: { id: number }; chapter: { id: number } }>(HISTORY).find(
  (item) => Number.isInteger(item?.book?.id) && Number.isInteger(item?.chapter?.id),
);
const reader = location.pathname.replace(/\/$/, '');
location.replace(
  entry ? `${reader}/${entry.book?.id}/${entry.chapter?.id}` : reader.replace(/book-reader$/, 'history'),
);
