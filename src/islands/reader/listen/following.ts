import { isInView } from '../text/reveal.ts';

/** The visitor moved the page and looks elsewhere: the page stays there until the voice is in view again. */
let isAway = false;
/** When the page was last moved, by hand or by what the hand set off: a fling goes on long after the finger left. */
let movedAt = Number.NEGATIVE_INFINITY;

/** The page has come to rest when it was not moved for so long, ms. */
const REST_MS = 300;
/** What moves a page by hand; a page that the voice moves makes none of these. */
const BY_HAND = ['wheel', 'touchmove', 'keydown'] as const;
const MOVING_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);

for (const type of BY_HAND) {
  addEventListener(
    type,
    (event) => {
      if (event instanceof KeyboardEvent && !MOVING_KEYS.has(event.key)) return;
      isAway = true;
      movedAt = performance.now();
    },
    { passive: true },
  );
}
addEventListener(
  'scroll',
  () => {
    if (isAway) movedAt = performance.now();
  },
  { passive: true, capture: true },
);

/**
 * Whether the page may move to the sentence being read. A sentence that shows only because the page has not yet moved
 * as far as the visitor wants does not call the page back.
 */
export function follows(range: Range): boolean {
  if (isAway && performance.now() - movedAt > REST_MS && isInView(range)) isAway = false;
  return !isAway;
}

/** Asked for by the visitor: the page moves to the voice again. */
export function followAgain(): void {
  isAway = false;
}
