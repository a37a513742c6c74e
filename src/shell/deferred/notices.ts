import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';

const SHOWN_MS = 3000;

const notice = (name: 'lost' | 'offline' | 'offline-book') =>
  document.querySelector<HTMLElement>(`[data-notice="${name}"]`);

/**
 * Shows for 3000 ms (docs/product.md, section 9) that part of the page failed to load. Its element is in the page's HTML, hidden.
 */
export function tellOfLoss(): void {
  const words = notice('lost');
  if (!words) return;
  words.hidden = false;
  setTimeout(() => (words.hidden = true), SHOWN_MS);
}

/** Shows the offline notice while there is no connection (docs/product.md, section 4). */
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

/** Whether the whole book of this page is on this device. */
function isDownloaded(): boolean {
  const id = /(?:novel|reader)\/(\d+)/.exec(location.pathname)?.[1];
  const downloads = device.get(keys.DOWNLOADS);
  return (
    Array.isArray(downloads) &&
    downloads.some((download) => download?.state === 'kept' && String(download.book?.id) === id)
  );
}
