import { device } from './json-storage.ts';

const SHOWN_MS = 3000;

const notice = (name: 'lost' | 'offline' | 'offline-book') =>
  document.querySelector<HTMLElement>(`[data-notice="${name}"]`);

/** Says for 3000 ms (product 9) that a part of the page is missing. The words stand hidden in the page. */
export function tellOfLoss(): void {
  const words = notice('lost');
  if (!words) return;
  words.hidden = false;
  setTimeout(() => (words.hidden = true), SHOWN_MS);
}

/** Says that there is no connection for as long as there is none (product 4). */
export function watchConnection(): void {
  const [plain, ofBook] = [notice('offline'), notice('offline-book')];
  if (!plain) return;
  const show = () => {
    document.documentElement.toggleAttribute('data-offline', !navigator.onLine);
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
  const id = /(?:novel|reader)\/(\d+)/.exec(location.pathname)?.[1];
  const kept = device.get('lectern:kept');
  return Array.isArray(kept) && kept.some((one) => one?.state === 'kept' && String(one.book?.id) === id);
}
