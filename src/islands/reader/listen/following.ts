import { isInView } from '../text/reveal.ts';

/** The visitor moved the page and looks elsewhere: the page stays there until the voice is in view again. */
let isAway = false;

/** What moves a page by hand; a page that the voice moves makes none of these. */
const BY_HAND = ['wheel', 'touchmove', 'keydown'] as const;
const MOVING_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', ' ']);

for (const type of BY_HAND) {
  addEventListener(
    type,
    (event) => {
      if (!(event instanceof KeyboardEvent) || MOVING_KEYS.has(event.key)) isAway = true;
    },
    { passive: true },
  );
}

/** Whether the page may move to the sentence being read. */
export function follows(range: Range): boolean {
  if (isAway && isInView(range)) isAway = false;
  return !isAway;
}

/** Asked for by the visitor: the page moves to the voice again. */
export function followAgain(): void {
  isAway = false;
}
