const SHOWN_MS = 3000;

const notice = (name: string) => document.querySelector<HTMLElement>(`[data-notice="${name}"]`);

/** Shows the words of a notice that stands hidden in the page, for 3000 ms (product 9). */
export function tell(name: 'lost'): void {
  const words = notice(name);
  if (!words) return;
  words.hidden = false;
  setTimeout(() => (words.hidden = true), SHOWN_MS);
}

/** Says that there is no connection for as long as there is none (product 4). */
export function watchConnection(): void {
  const [plain, ofBook] = [notice('offline'), notice('offline-book')];
  if (!plain) return;
  const show = () => {
    const isHere = ofBook !== null && !navigator.onLine && isDownloaded();
    plain.hidden = navigator.onLine || isHere;
    if (ofBook) ofBook.hidden = !isHere;
  };
  show();
  addEventListener('online', show);
  addEventListener('offline', show);
}

/** Whether the book of this page is on this device as a whole. */
function isDownloaded(): boolean {
  const shelf = document.querySelector<HTMLElement>('[data-shelf-book]')?.dataset['shelfBook'];
  const id = shelf ?? /\/book-reader\/(\d+)/.exec(location.pathname)?.[1];
  try {
    const kept: { book?: { id?: number }; state?: string }[] = JSON.parse(localStorage.getItem('lectern:kept') ?? '[]');
    return kept.some((one) => one?.state === 'kept' && String(one.book?.id) === id);
  } catch {
    return false;
  }
}
