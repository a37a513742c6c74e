import { currentPart } from '../island/articles.ts';
import { isRightToLeft, isVertical } from '../position/geometry.ts';

/**
 * Whether the text is paginated instead of scrolled. In paginated mode, a chapter is laid out in columns as wide as the
 * window, and one column is visible at a time.
 */
export const isPaged = (): boolean => document.documentElement.dataset['flow'] === 'pages';

/** The element whose columns are the pages of the current chapter. */
export const pageShown = (): HTMLElement | null => currentPart();

interface Axis {
  readonly size: number;
  readonly length: number;
  readonly at: number;
  go(px: number): void;
}

/** The axis of the pages: to the right, to the left, or downwards in vertical text. */
function axisOf(page: HTMLElement): Axis {
  if (isVertical(page)) {
    return {
      size: page.clientHeight,
      length: page.scrollHeight,
      at: page.scrollTop,
      go: (px) => page.scrollTo({ top: px, behavior: 'instant' }),
    };
  }
  const sign = isRightToLeft(page) ? -1 : 1;
  return {
    size: page.clientWidth,
    length: page.scrollWidth,
    at: sign * page.scrollLeft,
    go: (px) => page.scrollTo({ left: sign * px, behavior: 'instant' }),
  };
}

export interface PageNumber {
  /** 0-based index of the visible page. */
  readonly index: number;
  readonly count: number;
}

export function pageNumber(page: HTMLElement): PageNumber {
  fillSpread(page);
  const { size, length, at } = axisOf(page);
  // The last column may be narrower than a page.
  const count = Math.max(1, Math.round(length / Math.max(1, size)));
  return { index: Math.min(count - 1, Math.round(at / Math.max(1, size))), count };
}

export function showPage(page: HTMLElement, index: number): void {
  fillSpread(page);
  const { size, go } = axisOf(page);
  go(index * size);
}

/** With two pages side by side, adds an empty right page to a chapter that ends on a left page. */
function fillSpread(page: HTMLElement): void {
  if (getComputedStyle(page).columnCount !== '2') return;
  const columns = Math.round((2 * page.scrollWidth) / Math.max(1, page.clientWidth));
  if (columns % 2 === 1) page.toggleAttribute('data-odd');
}

/** Shows the page that contains the given box, which is part of the block. */
export function showPageOf(block: Element, box: DOMRect): void {
  const page = block.closest<HTMLElement>('[data-reader-part]');
  if (!page) return;
  const { size, at } = axisOf(page);
  showPage(page, Math.max(0, Math.floor((at + distanceTo(box, page) + 1) / Math.max(1, size))));
}

function distanceTo(box: DOMRect, page: HTMLElement): number {
  const edge = page.getBoundingClientRect();
  if (isVertical(page)) return box.top - edge.top;
  return isRightToLeft(page) ? edge.right - box.right : box.left - edge.left;
}
