import { blocksOf, pointAt, textOf } from '../position/blocks.ts';

/** The range of a block's text from `start` to `end`; null if the block has no text. */
export function rangeIn(block: Element, start: number, end: number): Range | null {
  return rangeBetween({ block, offset: start }, { block, offset: end });
}

export interface Spot {
  readonly block: Element;
  readonly offset: number;
}

export function rangeBetween(from: Spot, to: Spot): Range | null {
  const start = pointAt(from.block, from.offset);
  // The range ends after its last character instead of before the next one, because the next character may be on
  // another line.
  const last = pointAt(to.block, Math.max(0, to.offset - 1));
  if (!start || !last) return null;
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  const end = to.offset === 0 ? last.offset : Math.min(last.node.length, last.offset + 1);
  range.setEnd(last.node, end);
  return range;
}

/** The text of an article with the offset of each block; blocks are separated by a line feed. */
export function articleText(article: Element): { text: string; spotAt(index: number): Spot | null } {
  const blocks = blocksOf(article);
  const texts = blocks.map(textOf);
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + 1;
  }
  const spotAt = (index: number): Spot | null => {
    const at = starts.findLastIndex((start) => start <= index);
    const block = blocks[at];
    return block ? { block, offset: Math.min(index - (starts[at] ?? 0), texts[at]?.length ?? 0) } : null;
  };
  return { text: texts.join('\n'), spotAt };
}
