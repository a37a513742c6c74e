import { WAITING_EVENT } from '../state/browser-events.ts';
import { leavesPage } from './link-click.ts';

/** The bar is not shown for shorter waits, so that it does not flicker. */
const SHOW_DELAY_MS = 150;

/** Shows a progress bar during calls and page changes (docs/product.md, section 7). */
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
  // The page was restored from the back/forward cache, or the click started a download.
  addEventListener('pageshow', stay);
  addEventListener('focus', stay);
}
