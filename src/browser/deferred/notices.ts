const SHOWN_MS = 3000;

const notice = (name: string) => document.querySelector<HTMLElement>(`[data-notice="${name}"]`);

/** Shows the words of a notice that stands hidden in the page, for 3000 ms (spec 9). */
export function tell(name: 'lost'): void {
  const words = notice(name);
  if (!words) return;
  words.hidden = false;
  setTimeout(() => (words.hidden = true), SHOWN_MS);
}

/** Says that there is no connection for as long as there is none (spec 4). */
export function watchConnection(): void {
  const words = notice('offline');
  if (!words) return;
  const show = () => (words.hidden = navigator.onLine);
  show();
  addEventListener('online', show);
  addEventListener('offline', show);
}
