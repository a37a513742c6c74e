import { $readerSettings } from '#src/shell/state/local-storage.ts';
import { isPaged } from '../paginated/page-columns.ts';
import { turnPage } from '../paginated/turn-page.ts';
import { $autoScroll, linesPerMinute, stopAutoScroll } from '../state/reading-state.ts';
import { currentArticle, currentPart } from './articles.ts';

/** Events that stop auto-scroll. They only count on the text, not on the controls. */
const STOPS = ['wheel', 'touchstart', 'pointerdown'] as const;

/**
 * Moves the text while `$autoScroll` is true. Scrolls smoothly or, with `prefers-reduced-motion`, line by line; in
 * paginated mode, turns pages. Stops when the visitor touches the text, the page is hidden, or the book ends.
 */
export function followAutoScroll(main: HTMLElement): () => void {
  let frame = 0;
  const unlisten = $autoScroll.subscribe((on) => {
    cancelAnimationFrame(frame);
    if (on) frame = requestAnimationFrame((time) => run({ time, rest: 0 }));
  });
  const run = (before: Progress) => {
    frame = requestAnimationFrame((time) => {
      if (isOver()) stopAutoScroll();
      else run(move(before, time));
    });
  };
  const hide = () => document.hidden && stopAutoScroll();
  for (const kind of STOPS) main.addEventListener(kind, stopAutoScroll, { passive: true });
  document.addEventListener('visibilitychange', hide);
  return () => {
    unlisten();
    stopAutoScroll();
    for (const kind of STOPS) main.removeEventListener(kind, stopAutoScroll);
    document.removeEventListener('visibilitychange', hide);
  };
}

interface Progress {
  readonly time: number;
  /** Distance that remains to be scrolled, in px. */
  readonly rest: number;
}

function move({ time, rest }: Progress, now: number): Progress {
  const line = lineHeight();
  const due = rest + (linesPerMinute($readerSettings.get().speed) * line * (now - time)) / 60_000;
  const step = stepFor(line);
  if (due < step) return { time: now, rest: due };
  if (isPaged()) void turnPage(1);
  else scrollBy({ top: Math.floor(due / step) * step, behavior: 'instant' });
  return { time: now, rest: due % step };
}

/** Distance to move at a time, in px: a page, a line or one pixel. */
function stepFor(line: number): number {
  if (isPaged()) return currentPart()?.clientHeight ?? innerHeight;
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? line : 1;
}

function lineHeight(): number {
  const article = currentArticle();
  return (article && Number.parseFloat(getComputedStyle(article).lineHeight)) || 24;
}

function isOver(): boolean {
  if (isPaged()) return document.documentElement.dataset['ended'] !== undefined;
  const { scrollHeight } = document.documentElement;
  return scrollY + innerHeight >= scrollHeight - 1 && currentPart()?.dataset['next'] === undefined;
}
