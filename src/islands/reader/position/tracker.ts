import { type Anchor, heldAnchor, hold, positionOfVisitor, readAnchor, showAnchor, undoCut } from './anchor.ts';

/** The page is at rest when it has not been scrolled for so long, ms. */
const REST_MS = 150;
/** A page that never rests, because it moves by itself, is looked at as often, ms. */
const LONGEST_SCROLL_MS = 2000;

export interface Tracker {
  stop(): void;
}

export interface TrackerEvents {
  /** While the page moves, at most once a frame. */
  moved(up: boolean): void;
  /** The page came to rest after somebody moved it. */
  rested(anchor: Anchor): void;
}

/**
 * Follows the first letter that shows. When the page changes around it (another size or face, a turned phone, a picture
 * that came late), the letter goes back to where it was; it is another one only after somebody moved the page.
 */
export function trackPosition(main: HTMLElement, { moved, rested }: TrackerEvents): Tracker {
  let last = positionOfVisitor();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [frame, moving] = [0, 0];

  const rest = () => {
    moving = 0;
    if (heldAnchor()) return;
    const anchor = readAnchor();
    if (!anchor) return;
    hold(anchor);
    rested(anchor);
  };
  const move = () => {
    frame = 0;
    undoCut();
    const position = positionOfVisitor();
    const up = position < last - 1;
    last = position;
    moved(up);
  };
  const scroll = () => {
    clearTimeout(timer);
    moving ||= performance.now();
    timer = setTimeout(rest, Math.min(REST_MS, Math.max(0, moving + LONGEST_SCROLL_MS - performance.now())));
    frame ||= requestAnimationFrame(move);
  };
  const resized = new ResizeObserver(() => {
    const anchor = heldAnchor();
    if (anchor) showAnchor(anchor);
    moved(false);
  });

  // Pages keep the height of the window, and a panel beside them takes room from the chapters alone.
  for (const box of [main, ...main.querySelectorAll('.reader-chapters')]) resized.observe(box);
  addEventListener('scroll', scroll, { passive: true, capture: true });
  addEventListener('pagehide', rest);
  return {
    stop() {
      resized.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      removeEventListener('scroll', scroll, { capture: true });
      removeEventListener('pagehide', rest);
    },
  };
}
