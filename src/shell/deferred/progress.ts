import { WAITING_EVENT } from '../state/browser-events.ts';
import { leavesPage } from './link-click.ts';

/** Delay before the bar appears, so that it does not flicker on short waits. */
const SHOW_DELAY_MS = 150;

/** Shows a progress bar during API calls and while the next page loads (docs/product.md, section 7). */
export function showProgress(): void {
  const bar = document.createElement('div');
  bar.className = 'loading-bar';
  bar.hidden = true;
  document.body.append(bar);
  const waiting = { calls: 0, page: false };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = () => {
    clearTimeout(timer);
    if (waiting.calls === 0 && !waiting.page) bar.hidden = true;
    else if (bar.hidden) timer = setTimeout(() => (bar.hidden = false), SHOW_DELAY_MS);
  };
  const leave = () => {
    waiting.page = true;
    update();
  };
  const stay = () => {
    waiting.page = false;
    update();
  };

  addEventListener(WAITING_EVENT, (event) => {
    waiting.calls = Number((event as CustomEvent).detail);
    update();
  });
  addEventListener('click', (event) => {
    if (leavesPage(event)) leave();
  });
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) leave();
  });
  // Hides the bar if the page was restored from the back/forward cache, or if the click started a download instead of a
  // page.
  addEventListener('pageshow', stay);
  addEventListener('focus', stay);
}
