/** Minimum distance of a swipe between tabs (docs/product.md, section 9). */
export const MIN_SWIPE_PX = 50;
/** Duration of the animation after a swipe (docs/product.md, section 9). */
const MOTION_MS = 300;
/** Minimum ratio of horizontal to vertical movement of a swipe. */
const MIN_SIDEWAYS_RATIO = 1.5;

/**
 * Lets visitors open the neighbouring tab by swiping over the list below the tabs. Without JavaScript, visitors use the
 * tabs, which are links to these pages.
 */
export function swipeTabs(): void {
  const tabs = document.querySelector<HTMLElement>('[data-tabs]');
  if (!tabs) return;
  const links = [...tabs.querySelectorAll('a')];
  const here = links.findIndex((link) => link.getAttribute('aria-current') === 'page');
  const panel = document.querySelector<HTMLElement>('[data-load-more]');
  if (!panel || here < 0) return;
  onSwipe(panel, (direction) => {
    const link = links[here + direction];
    if (!link) return;
    slide(panel, direction);
    link.click();
  });
}

/**
 * Detects swipes over the panel.
 * @param act called with 1 for a swipe to the left (next tab), -1 for a swipe to the right (previous tab)
 */
function onSwipe(panel: HTMLElement, act: (direction: 1 | -1) => void): void {
  let from: Touch | undefined;
  const start = ({ touches, target }: TouchEvent) => {
    const isZoomed = (globalThis.visualViewport?.scale ?? 1) > 1;
    from = touches.length === 1 && !isZoomed && !scrollsSideways(target, panel) ? touches[0] : undefined;
  };
  const end = ({ changedTouches }: TouchEvent) => {
    const to = changedTouches[0];
    const [x, y] = from && to ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
    from = undefined;
    if (Math.abs(x) > MIN_SWIPE_PX && Math.abs(x) > MIN_SIDEWAYS_RATIO * Math.abs(y)) act(x < 0 ? 1 : -1);
  };
  panel.addEventListener('touchstart', start, { passive: true });
  panel.addEventListener('touchend', end, { passive: true });
  panel.addEventListener('touchcancel', () => (from = undefined), { passive: true });
}

/** Whether the touch started in an element of the panel that itself scrolls sideways. */
function scrollsSideways(target: EventTarget | null, panel: HTMLElement): boolean {
  for (let element = target instanceof Element ? target : null; element && element !== panel; ) {
    if (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX))
      return true;
    element = element.parentElement;
  }
  return false;
}

/** Slides the list out while the next page loads. Shows the list again if the visitor returns to this page. */
function slide(panel: HTMLElement, direction: 1 | -1): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const to = { transform: `translateX(${-direction * 25}%)`, opacity: 0 };
  const motion = panel.animate([{}, to], { duration: MOTION_MS, easing: 'ease-in', fill: 'forwards' });
  addEventListener('pageshow', () => motion.cancel(), { once: true });
}
