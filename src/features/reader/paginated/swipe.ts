import { hasSelection } from '../island/taps.ts';
import { isPaged } from './page-columns.ts';
import { type Step, turnPage } from './turn-page.ts';

/** Minimum length of a swipe. */
const MIN_SWIPE_PX = 50;
/** Pause after the wheel has turned a page, so that one turn of the wheel does not turn several pages. */
const WHEEL_PAUSE_MS = 350;

/**
 * Turns pages by swipe or wheel in paginated mode. Ignores swipes that are mostly vertical, select text, use two
 * fingers or scroll a wide table.
 */
export function listenForSwipes(main: HTMLElement, mirrored: () => boolean): () => void {
  let start: Touch | undefined;
  let wheeled = 0;
  const begin = ({ touches, target }: TouchEvent) => {
    start = touches.length === 1 && !hasSelection() && !isWideTable(target) ? touches[0] : undefined;
  };
  const end = ({ changedTouches: [touch] }: TouchEvent) => {
    const step = start && touch && isPaged() && !hasSelection() ? stepOf(start, touch) : null;
    start = undefined;
    if (step) void turnPage(mirrored() ? (-step as Step) : step);
  };
  const wheel = (event: WheelEvent) => {
    if (event.deltaX !== 0 && isWideTable(event.target)) return;
    const distance = event.deltaY || event.deltaX;
    if (!isPaged() || event.ctrlKey || distance === 0 || event.timeStamp - wheeled < WHEEL_PAUSE_MS) return;
    wheeled = event.timeStamp;
    void turnPage(distance > 0 ? 1 : -1);
  };
  main.addEventListener('touchstart', begin, { passive: true });
  main.addEventListener('touchend', end, { passive: true });
  main.addEventListener('wheel', wheel, { passive: true });
  return () => {
    main.removeEventListener('touchstart', begin);
    main.removeEventListener('touchend', end);
    main.removeEventListener('wheel', wheel);
  };
}

/** Whether the touch is on a table that is wider than the page, because a swipe then scrolls the table. */
function isWideTable(target: EventTarget | null): boolean {
  const table = target instanceof Element ? target.closest('table') : null;
  return table !== null && table.scrollWidth > table.clientWidth;
}

/** 1 for a swipe to the left, -1 for a swipe to the right; null if the swipe is too short or mostly vertical. */
function stepOf(from: Touch, to: Touch): Step | null {
  const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
  if (Math.abs(across) < MIN_SWIPE_PX || Math.abs(across) < 2 * Math.abs(down)) return null;
  return across < 0 ? 1 : -1;
}
