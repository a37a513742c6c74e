import { textHash } from './text-hash.ts';

/** Elements that make a block of text: a paragraph, a line of verse, a row of a table. */
const BLOCK =
  'p, li, h1, h2, h3, h4, dt, dd, tr, caption, figcaption, pre, blockquote, figure, aside, div, section, article';

/** Elements in an article that are none of its text carry this attribute. */
const NOT_TEXT = '[data-not-text]';

/** A place in a chapter that outlives another type size, another device and an edited text. */
export interface TextLocator {
  /** Index among the blocks of the article. */
  readonly block: number;
  /** UTF-16 units into the block's text. */
  readonly offset: number;
  /** `textHash` of the block's text. */
  readonly hash: string;
}

/** The blocks that hold text of their own, in reading order; a picture or a rule is none. */
export function blocksOf(article: Element): Element[] {
  const blocks = new Set<Element>();
  for (const text of textsOf(article)) {
    const block = text.data.trim() === '' ? null : blockOf(text);
    if (block && article.contains(block)) blocks.add(block);
  }
  return [...blocks];
}

/** The block's own text; of blocks within it (a list in a list) nothing. */
export const textOf = (block: Element): string =>
  textNodesOf(block)
    .map(({ data }) => data)
    .join('');

/** The nodes that make the block's own text, in order. */
export const textNodesOf = (block: Element): Text[] => [...textsOf(block)].filter((text) => blockOf(text) === block);

/** Node and offset in it of a place in the block's text; the end where the text is shorter. */
export function pointAt(block: Element, offset: number): { node: Text; offset: number } | null {
  let left = Math.max(0, offset);
  const nodes = textNodesOf(block);
  for (const node of nodes) {
    if (left < node.length) return { node, offset: left };
    left -= node.length;
  }
  const last = nodes.at(-1);
  return last ? { node: last, offset: last.length } : null;
}

/** The place of a point in the text; null outside of the article's blocks. */
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
 * Finds a place again: the same block where its text is the same, else the nearest block with that text, else the same
 * index, so that in an edited text the place is at least near.
 * @param hashOf gives the hash of the block at an index
 * @returns the index of the block, and whether its text is the one; index -1 in an empty article
 */
export function findBlock(
  count: number,
  hashOf: (index: number) => string,
  { block, hash }: TextLocator,
): { index: number; same: boolean } {
  for (let away = 0; away < Math.max(count, block + 1); away += 1) {
    for (const index of away === 0 ? [block] : [block - away, block + away]) {
      if (index >= 0 && index < count && hashOf(index) === hash) return { index, same: true };
    }
  }
  return { index: Math.min(block, count - 1), same: false };
}

/** A place found in an article: the block, and how far into it. */
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
