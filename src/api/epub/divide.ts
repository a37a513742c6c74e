import { parseFragment } from 'parse5';
import { MAX_CHAPTER_BYTES, utf8Bytes } from '#src/lib/html-limits.ts';
import { attribute, type Child, type Element, isElement } from './tree.ts';

/** Target size of a part. It is below the limit, because URLs of links and pictures become longer in the store. */
const USUAL_BYTES = (MAX_CHAPTER_BYTES * 3) / 4;
/** Amount by which the sizes of parts may differ, about a paragraph. */
const SLACK_BYTES = 8 * 1024;
/** Maximum depth of divided elements. The HTML is parsed again at each level. */
const MAX_LEVELS = 8;
/** Matches elements that may be divided. The next part then begins with the same tag. */
const DIVISIBLE = /^(?:div|blockquote|ul|ol|dl)$/;
const HEADING = /^h[1-6]$/;

/**
 * Divides HTML that is too long for one chapter into parts of about the same length, between its blocks. A block that
 * cannot be divided, such as a huge paragraph, remains longer than allowed.
 * @returns a single part if the HTML is short enough
 */
export function divideHtml(html: string): string[] {
  const bytes = utf8Bytes(html);
  if (bytes <= MAX_CHAPTER_BYTES) return [html];
  return divided(html, bytes / Math.ceil(bytes / USUAL_BYTES) + SLACK_BYTES, MAX_LEVELS);
}

interface Block {
  readonly html: string;
  readonly bytes: number;
  readonly isHeading: boolean;
}

/** Divides HTML. @param maxBytes maximum size of a part; only a block that cannot be divided may exceed it */
function divided(html: string, maxBytes: number, levels: number): string[] {
  const parts: Block[][] = [];
  let current: Block[] = [];
  let size = 0;
  const add = (block: Block) => {
    current.push(block);
    size += block.bytes;
  };
  const end = () => {
    const headings = takeHeadings(current);
    if (current.length > 0) parts.push(current);
    current = headings;
    size = headings.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  for (const child of parseFragment(html, { sourceCodeLocationInfo: true }).childNodes) {
    const pieces = levels > 0 ? piecesOf(html, child, maxBytes, levels - 1) : [sourceOf(html, child)];
    for (const [index, piece] of pieces.entries()) {
      const block = { html: piece, bytes: utf8Bytes(piece), isHeading: HEADING.test(child.nodeName) };
      if (index > 0 || size + block.bytes > maxBytes) end();
      add(block);
    }
  }
  parts.push(current);
  return parts.map((blocks) => blocks.map((block) => block.html).join('')).filter((part) => part.trim() !== '');
}

/** Removes and returns the headings at the end of a part, with white space, because they belong to the next part. */
function takeHeadings(blocks: Block[]): Block[] {
  const last = blocks.findLastIndex(({ html, isHeading }) => !isHeading && html.trim() !== '');
  return last < 0 ? [] : blocks.splice(last + 1);
}

const sourceOf = (html: string, { sourceCodeLocation: place }: Child) =>
  html.slice(place?.startOffset ?? 0, place?.endOffset ?? 0);

/** Returns the source of a node, in several pieces if it is too long and may be divided. */
function piecesOf(html: string, node: Child, maxBytes: number, levels: number): string[] {
  const whole = sourceOf(html, node);
  if (!isElement(node) || !DIVISIBLE.test(node.tagName) || utf8Bytes(whole) <= maxBytes) return [whole];
  const { startTag, endTag } = node.sourceCodeLocation ?? {};
  if (!startTag || !endTag) return [whole];
  const open = html.slice(startTag.startOffset, startTag.endOffset);
  const inner = divided(html.slice(startTag.endOffset, endTag.startOffset), maxBytes, levels);
  let items = 0;
  return inner.map((piece, index) => {
    const tag = index === 0 ? open : continuationTag(node, items);
    items += parseFragment(piece).childNodes.filter(({ nodeName }) => nodeName === 'li').length;
    return `${tag}${piece}</${node.tagName}>`;
  });
}

/**
 * Returns the tag that opens the rest of an element in the next part. It has no id, because ids must be unique. If the
 * element is a numbered list, its `start` continues the numbers.
 */
function continuationTag(element: Element, items: number): string {
  const first = Number(attribute(element, 'start') || '1');
  const otherAttributes = element.attrs.filter(({ name }) => name !== 'id' && name !== 'start');
  const isNumbered = element.tagName === 'ol' && !element.attrs.some(({ name }) => name === 'reversed');
  const all = isNumbered ? [...otherAttributes, { name: 'start', value: String(first + items) }] : otherAttributes;
  return `<${element.tagName}${all.map(({ name, value }) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`).join('')}>`;
}
