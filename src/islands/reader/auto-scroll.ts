import { $readerSettings } from '#src/stores/local-storage.ts';
import { $autoScroll, linesPerMinute, stopAutoScroll } from '#src/stores/reading-state.ts';
import { currentArticle, currentPart } from './articles.ts';
import { isPaged } from './paginated/page-columns.ts';
import { turnPage } from './paginated/turn-page.ts';

/** What a visitor does to the page stops it; the controls do not. */
const STOPS = ['wheel', 'touchstart', 'pointerdown'] as const;

/**
 * Moves the text while `$autoScroll` says so: glides, in pages turns, and goes line by line for who asked for less
 * motion. A touch of the text stops it, and so do the end of the book and a page nobody looks at.
 */
export function followAutoScroll(main: HTMLElement): () => void {
  let frame = 0;
  const unlisten = $autoScroll.subscribe((on) => {
    cancelAnimationFrame(frame);
    if (on) frame = requestAnimationFrame((time) => run({ time, rest: 0 }));
  });
  const run = (before: Moment) => {
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

interface Moment {
  readonly time: number;
  /** px that are due and not yet moved. */
  readonly rest: number;
}

function move({ time, rest }: Moment, now: number): Moment {
  const line = lineHeight();
  const due = rest + (linesPerMinute($readerSettings.get().speed) * line * (now - time)) / 60_000;
  const step = stepFor(line);
  if (due < step) return { time: now, rest: due };
  if (isPaged()) void turnPage(1);
  else scrollBy({ top: Math.floor(due / step) * step, behavior: 'instant' });
  return { time: now, rest: due % step };
}

/** A page is due when its lines are. */
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
