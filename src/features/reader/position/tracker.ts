import {
  type Anchor,
  heldAnchor,
  positionOfVisitor,
  restoreAfterShrink,
  setStartPosition,
  showAnchor,
  takeAnchorAtRest,
} from './anchor.ts';

/** After this long without scrolling, the page is considered to be at rest. */
const REST_MS = 150;
/** Maximum time between two reads of the position while the page keeps scrolling, for example during auto-scroll. */
const MAX_SCROLL_MS = 2000;

export interface Tracker {
  stop(): void;
}

export interface TrackerEvents {
  /** Called while the page moves, at most once per frame. */
  moved(up: boolean): void;
  /** Called when the page comes to rest after the visitor moved it. */
  rested(anchor: Anchor): void;
}

/**
 * Tracks the first visible character. When the layout changes, for example because of another font, a rotation or a
 * picture that loads late, scrolls so that this character keeps its position. Another character is tracked only after
 * the visitor has scrolled.
 */
export function trackPosition(main: HTMLElement, { moved, rested }: TrackerEvents): Tracker {
  setStartPosition();
  let last = positionOfVisitor();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [frame, moving] = [0, 0];

  const handleRest = () => {
    moving = 0;
    const anchor = takeAnchorAtRest();
    if (anchor) rested(anchor);
  };
  const move = () => {
    frame = 0;
    restoreAfterShrink();
    const position = positionOfVisitor();
    const up = position < last - 1;
    last = position;
    moved(up);
  };
  const scroll = () => {
    clearTimeout(timer);
    moving ||= performance.now();
    timer = setTimeout(handleRest, Math.min(REST_MS, Math.max(0, moving + MAX_SCROLL_MS - performance.now())));
    frame ||= requestAnimationFrame(move);
  };
  const resized = new ResizeObserver(() => {
    const anchor = heldAnchor();
    if (anchor) showAnchor(anchor);
    moved(false);
  });

  // Observes the chapters too, because in paginated mode a side panel resizes them but not `main`.
  for (const box of [main, ...main.querySelectorAll('.reader-chapters')]) resized.observe(box);
  addEventListener('scroll', scroll, { passive: true, capture: true });
  addEventListener('pagehide', handleRest);
  return {
    stop() {
      resized.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      removeEventListener('scroll', scroll, { capture: true });
      removeEventListener('pagehide', handleRest);
    },
  };
}
