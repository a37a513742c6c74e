import { pointAt } from './blocks.ts';

/** The boundary between the text that has been read and the visible text. */
export interface Edge {
  /** Whether the box is visible or comes after the visible text. */
  reaches(box: DOMRect): boolean;
}

/** The boundary in scrolled mode: a line counts as visible if more than half of it is below the top of the window. */
export const topEdge: Edge = { reaches: (box) => box.top + box.bottom > 0 };

export const isVertical = (element: Element): boolean => getComputedStyle(element).writingMode.startsWith('vertical');

export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

/** The boundary in paginated mode: boxes on the visible page and on later pages are beyond it. */
export function pageEdge(page: HTMLElement): Edge {
  const edge = page.getBoundingClientRect();
  if (isVertical(page)) return { reaches: (box) => box.bottom > edge.top + 1 };
  if (isRightToLeft(page)) return { reaches: (box) => box.left < edge.right - 1 };
  return { reaches: (box) => box.right > edge.left + 1 };
}

/** Maximum number of characters to examine in search of one with a box. White space between lines has no box. */
const LOOK_AHEAD_CHARACTERS = 12;

/**
 * The box of the character at `offset`. If the character has no box, the box of one of the next characters, or else of
 * the block.
 */
export function boxAt(block: Element, offset: number): DOMRect {
  const point = pointAt(block, offset);
  if (!point) return block.getBoundingClientRect();
  const range = document.createRange();
  range.setStart(point.node, point.offset);
  range.setEnd(point.node, Math.min(point.node.length, point.offset + LOOK_AHEAD_CHARACTERS));
  const boxes = [...range.getClientRects()];
  return boxes.find(({ width, height }) => width > 0 && height > 0) ?? block.getBoundingClientRect();
}

/** Binary search: the lowest index in `[0, count)` for which `holds` is true; `count` if there is none. */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
