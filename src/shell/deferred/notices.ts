import * as keys from '../state/storage-keys.ts';
import { device } from './json-storage.ts';

const SHOWN_MS = 3000;

const notice = (name: 'lost' | 'offline' | 'offline-book') =>
  document.querySelector<HTMLElement>(`[data-notice="${name}"]`);

/** Shows a notice for 3 seconds that part of the page failed to load (docs/product.md, section 9). */
export function showMissingPart(): void {
  const element = notice('lost');
  if (!element) return;
  element.hidden = false;
  setTimeout(() => (element.hidden = true), SHOWN_MS);
}

/** Shows the offline notice while there is no connection (docs/product.md, section 4). */
export function watchConnection(): void {
  const [general, ofBook] = [notice('offline'), notice('offline-book')];
  if (!general) return;
  const show = () => {
    document.documentElement.toggleAttribute('data-offline', !navigator.onLine);
    const isReadable = ofBook !== null && !navigator.onLine && isDownloaded();
    general.hidden = navigator.onLine || isReadable;
    if (ofBook) ofBook.hidden = !isReadable;
  };
  show();
  addEventListener('online', show);
  addEventListener('offline', show);
}

/** Whether this page's book has been downloaded completely. */
function isDownloaded(): boolean {
  const id = /(?:novel|reader)\/(\d+)/.exec(location.pathname)?.[1];
  const downloads = device.get(keys.DOWNLOADS);
  return (
    Array.isArray(downloads) &&
    downloads.some((download) => download?.state === 'kept' && String(download.book?.id) === id)
  );
}
