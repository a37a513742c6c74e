import { makeCurrent } from '../flow/flow.ts';
import { isPaged, pageShown, showPageOf } from '../pages/pager.ts';

/** Part of the window's height kept free above and below of what is shown. */
const MARGIN = 0.12;
/** Where what was out of sight comes to stand, as a part of the window's height. */
const SHOWN_AT = 0.28;

export function isInView(range: Range): boolean {
  const box = firstBox(range);
  const { left, right } = windowOf();
  if (isPaged())
    return box.left >= left - 1 && box.right <= right + 1 && box.top >= -1 && box.bottom <= innerHeight + 1;
  const height = freeHeight();
  return box.top >= height * MARGIN && box.bottom <= height * (1 - MARGIN);
}

/** Height of the window above a panel that stands at its foot. */
function freeHeight(): number {
  const panel = document.querySelector('dialog.reader-panel[open]')?.getBoundingClientRect();
  return panel && panel.width > innerWidth * 0.9 ? panel.top : innerHeight;
}

function windowOf(): { left: number; right: number } {
  return pageShown()?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
}

/** Brings a passage into view; one that is in view stays where it is. */
export function reveal(range: Range, { at = SHOWN_AT, smooth = true } = {}): void {
  const part = range.startContainer.parentElement?.closest<HTMLElement>('[data-reader-part]');
  if (part && isPaged()) makeCurrent(part);
  if (isInView(range)) return;
  const block = range.startContainer.parentElement;
  const box = firstBox(range);
  if (isPaged() && block) showPageOf(block, box);
  else scrollBy({ top: box.top - freeHeight() * at, behavior: smooth && !isStill() ? 'smooth' : 'instant' });
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The box of the passage's first line. */
const firstBox = (range: Range): DOMRect =>
  [...range.getClientRects()].find(({ width, height }) => width > 0 && height > 0) ?? range.getBoundingClientRect();
