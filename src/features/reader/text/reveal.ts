import { CHAPTER_EVENT, type ChapterEventDetail } from '#src/shell/state/browser-events.ts';
import { makeCurrent } from '../loaded-chapters/loaded-chapters.ts';
import { isPaged, pageShown, showPageOf } from '../paginated/page-columns.ts';

/**
 * A passage that is closer to the top or bottom of the window than this fraction of the window's height counts as out
 * of view.
 */
const MARGIN = 0.12;
/**
 * Distance from the top of the window at which `reveal` shows a passage that was out of view, as a fraction of the
 * window's height.
 */
const SHOWN_AT = 0.28;

export function isInView(range: Range): boolean {
  const box = firstBox(range);
  const { left, right } = windowOf();
  if (isPaged())
    return box.left >= left - 1 && box.right <= right + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
  const height = freeHeight();
  return box.top >= height * MARGIN && box.bottom <= height * (1 - MARGIN);
}

/** Height of the window, excluding a panel at its bottom. */
function freeHeight(): number {
  const panel = document.querySelector('dialog.reader-panel[open]')?.getBoundingClientRect();
  return panel && panel.width > innerWidth * 0.9 ? panel.top : innerHeight;
}

function windowOf(): { left: number; right: number } {
  return pageShown()?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
}

/** Scrolls a passage into view. Does nothing if it is already visible. */
export function reveal(range: Range, { at = SHOWN_AT, smooth = true } = {}): void {
  const part = range.startContainer.parentElement?.closest<HTMLElement>('[data-reader-part]');
  if (part && isPaged()) makeCurrent(part);
  target = { range, at };
  if (isInView(range)) return;
  const block = range.startContainer.parentElement;
  const box = firstBox(range);
  if (isPaged() && block) showPageOf(block, box);
  else moveTo(range, at, smooth && !prefersReducedMotion());
}

function moveTo(range: Range, at: number, smooth: boolean): void {
  movement?.abort();
  const top = firstBox(range).top - freeHeight() * at;
  if (canMoveBy(top)) correctLater();
  scrollBy({ top, behavior: smooth ? 'smooth' : 'instant' });
}

/** The passage to scroll to. A scroll in progress may have been started for an earlier passage. */
let target: { readonly range: Range; readonly at: number } | undefined;
/** Ends the correction of the scroll in progress. */
let movement: AbortController | undefined;
/** Events by which a visitor scrolls the page. They end the correction. */
const VISITOR_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** After this long without movement, the page has finished scrolling. */
const STOPPED_MS = 300;

/**
 * Corrects the position after a scroll. A layout change, such as an inserted chapter or a loaded font, may stop a
 * smooth scroll on its way or before it starts. A scroll that starts during another scroll may go too far.
 */
function correctLater(): void {
  const controller = new AbortController();
  movement = controller;
  const options = { signal: controller.signal, passive: true };
  for (const type of VISITOR_EVENTS) addEventListener(type, () => controller.abort(), options);
  const correct = () => {
    if (target && !isInView(target.range)) moveTo(target.range, target.at, false);
  };
  // The `scrollend` event may belong to an earlier scroll, and a scroll that is stopped before its first step does not
  // fire it. So the position is watched too.
  addEventListener('scrollend', correct, options);
  const watch = (before: number) => {
    const timer = setTimeout(() => {
      if (scrollY !== before) return watch(scrollY);
      controller.abort();
      correct();
    }, STOPPED_MS);
    controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  watch(scrollY);
  const changed = ({ detail }: CustomEvent<ChapterEventDetail>) => {
    if (detail.kind !== 'current') correct();
  };
  addEventListener(CHAPTER_EVENT, (event) => changed(event as CustomEvent<ChapterEventDetail>), options);
}

/** Whether the page can scroll by `top`. If it cannot, browsers fire no `scrollend` event. */
function canMoveBy(top: number): boolean {
  const end = document.documentElement.scrollHeight - innerHeight;
  return Math.abs(Math.max(0, Math.min(scrollY + top, end)) - scrollY) >= 1;
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The box of the passage's first line. */
const firstBox = (range: Range): DOMRect =>
  [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ?? range.getBoundingClientRect();
