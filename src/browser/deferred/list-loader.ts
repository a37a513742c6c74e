import { device } from './json-storage.ts';

const USES = ['scroll', 'touchstart', 'touchend', 'keydown'];

type Lists = Pick<typeof import('./lists.ts'), 'startLists'>;

/**
 * Loads what lists do beyond their links (lists.ts) with the first use of the page, of which touches are handed on: they
 * may be a swipe. Where something was kept for the list it is loaded at once.
 */
export function loadListsWhenUsed(load: () => Promise<Lists> = () => import('./lists.ts')): void {
  if (!document.querySelector('[data-load-more], .shelf-books')) return;
  const touches: Event[] = [];
  let isLoading = false;
  const start = async () => {
    if (isLoading) return;
    isLoading = true;
    const { startLists } = await load();
    for (const type of USES) removeEventListener(type, use, true);
    startLists();
    for (const touch of touches) touch.target?.dispatchEvent(touch);
  };
  const use = (event: Event) => {
    if (event.type.startsWith('touch')) touches.push(event);
    void start();
  };
  for (const type of USES) addEventListener(type, use, { capture: true, passive: true });
  if (history.state?.list || device.get('lectern:hidden-tags')) void start();
}
