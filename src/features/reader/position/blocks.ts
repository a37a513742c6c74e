import { textHash } from '#src/lib/text-hash.ts';

/** Selects elements that form a block of text, such as paragraphs, list items and table rows. */
const BLOCK =
  'p, li, h1, h2, h3, h4, dt, dd, tr, caption, figcaption, pre, blockquote, figure, aside, div, section, article';

/** Selects elements in an article that are not part of its text. */
const NOT_TEXT = '[data-not-text]';

/**
 * A place in a chapter that is independent of font size and device, and that can be located again after the text was
 * edited.
 */
export interface TextLocator {
  /** Index among the blocks of the article. */
  readonly block: number;
  /** Offset in the block's text, in UTF-16 code units. */
  readonly offset: number;
  /** `textHash` of the block's text. */
  readonly hash: string;
}

/** The blocks that contain text themselves, in reading order. Pictures and rules are not blocks. */
export function blocksOf(article: Element): Element[] {
  const blocks = new Set<Element>();
  for (const text of textsOf(article)) {
    const block = text.data.trim() === '' ? null : blockOf(text);
    if (block && article.contains(block)) blocks.add(block);
  }
  return [...blocks];
}

/** The text of the block, without the text of nested blocks (a list in a list). */
export const textOf = (block: Element): string =>
  textNodesOf(block)
    .map(({ data }) => data)
    .join('');

/** The text nodes of the block in order, without the text nodes of nested blocks. */
export const textNodesOf = (block: Element): Text[] => [...textsOf(block)].filter((text) => blockOf(text) === block);

/**
 * The text node and offset for an offset in the block's text. If the text is shorter than the offset, the end of the
 * text.
 */
export function pointAt(block: Element, offset: number): { node: Text; offset: number } | null {
  let remaining = Math.max(0, offset);
  const nodes = textNodesOf(block);
  for (const node of nodes) {
    if (remaining < node.length) return { node, offset: remaining };
    remaining -= node.length;
  }
  const last = nodes.at(-1);
  return last ? { node: last, offset: last.length } : null;
}

/** The place of a DOM position; null if it is outside the article's blocks. */
export function locatorOf(article: Element, node: Node, offset: number): TextLocator | null {
  const block = node instanceof Text ? blockOf(node) : null;
  const index = block ? blocksOf(article).indexOf(block) : -1;
  if (!block || index < 0) return null;
  const nodes = textNodesOf(block);
  const before = nodes.slice(0, nodes.indexOf(node as Text));
  const start = before.reduce((sum, { length }) => sum + length, 0);
  return { block: index, offset: start + offset, hash: textHash(textOf(block)) };
}

/**
 * Finds the block of a stored place: the same block if its text is unchanged, otherwise the nearest block with this
 * text, otherwise the block at the same index.
 * @param hashOf returns the hash of the block at an index
 * @returns the index of the block, and whether its text is unchanged; index -1 in an empty article
 */
export function findBlock(
  count: number,
  hashOf: (index: number) => string,
  { block, hash }: TextLocator,
): { index: number; same: boolean } {
  for (let distance = 0; distance < Math.max(count, block + 1); distance += 1) {
    for (const index of distance === 0 ? [block] : [block - distance, block + distance]) {
      if (index >= 0 && index < count && hashOf(index) === hash) return { index, same: true };
    }
  }
  return { index: Math.min(block, count - 1), same: false };
}

/** Finds the block of a stored place in an article. */
export function findLocator(
  article: Element,
  place: TextLocator,
): { block: Element; offset: number; same: boolean } | null {
  const blocks = blocksOf(article);
  const hashOf = (index: number) => textHash(textOf(blocks[index] ?? article));
  const { index, same } = findBlock(blocks.length, hashOf, place);
  const block = blocks[index];
  return block ? { block, offset: place.offset, same } : null;
}

const blockOf = (text: Text): Element | null => text.parentElement?.closest(BLOCK) ?? null;

function* textsOf(root: Element): Generator<Text> {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ALL, (node) =>
    node instanceof Element && node.matches(NOT_TEXT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) yield node;
}
