import { pointAt } from '#src/lib/blocks.ts';

/** What separates the text already read from the text that shows. */
export interface Edge {
  /** Whether this box is visible, or comes after the visible text. */
  reaches(box: DOMRect): boolean;
}

/** In a scrolled page: lines of which more than half is below the window's top. */
export const topEdge: Edge = { reaches: (box) => box.top + box.bottom > 0 };

export const isVertical = (element: Element): boolean => getComputedStyle(element).writingMode.startsWith('vertical');

export const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';

/** In pages: what stands on the shown page of `box` or a later one. */
export function pageEdge(page: HTMLElement): Edge {
  const edge = page.getBoundingClientRect();
  if (isVertical(page)) return { reaches: (box) => box.bottom > edge.top + 1 };
  if (isRightToLeft(page)) return { reaches: (box) => box.left < edge.right - 1 };
  return { reaches: (box) => box.right > edge.left + 1 };
}

/** How much of a text is looked at to find a box: white space between lines has none. */
const LOOK_AHEAD = 12;

/** The box of the letter at `offset` of a block's text; of what follows it where it has none, else of the block. */
export function boxAt(block: Element, offset: number): DOMRect {
  const point = pointAt(block, offset);
  if (!point) return block.getBoundingClientRect();
  const range = document.createRange();
  range.setStart(point.node, point.offset);
  range.setEnd(point.node, Math.min(point.node.length, point.offset + LOOK_AHEAD));
  const boxes = [...range.getClientRects()];
  return boxes.find(({ width, height }) => width > 0 && height > 0) ?? block.getBoundingClientRect();
}

/** The lowest index in `[0, count)` for which `holds`, by halves; `count` where there is none. */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
