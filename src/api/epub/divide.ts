import { parseFragment } from 'parse5';
import { MAX_CHAPTER_BYTES, utf8Bytes } from '#src/lib/html-limits.ts';
import { attribute, type Child, type Element, isElement } from './tree.ts';

/** Target size of a part: below the limit, because the store lengthens the addresses of links and pictures. */
const USUAL_BYTES = (MAX_CHAPTER_BYTES * 3) / 4;
/** Sizes of parts may differ by about a paragraph. */
const SLACK_BYTES = 8 * 1024;
/** Maximum depth at which elements are divided; every level parses its HTML again. */
const MAX_LEVELS = 8;
/** Elements that may be split; the next part continues with the same tag. */
const DIVISIBLE = /^(?:div|blockquote|ul|ol|dl)$/;
const HEADING = /^h[1-6]$/;

/**
 * Divides HTML that is too long for one chapter between its blocks, into parts of about the same length. A block that
 * cannot be divided, such as one huge paragraph, stays longer than allowed.
 * @returns one part if the chapter is short enough
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

/** @param maxBytes maximum size of a part; exceeded only by a block that cannot be divided */
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

/** Removes and returns trailing headings with the white space around them: they belong to the next part. */
function takeHeadings(blocks: Block[]): Block[] {
  const last = blocks.findLastIndex(({ html, isHeading }) => !isHeading && html.trim() !== '');
  return last < 0 ? [] : blocks.splice(last + 1);
}

const sourceOf = (html: string, { sourceCodeLocation: place }: Child) =>
  html.slice(place?.startOffset ?? 0, place?.endOffset ?? 0);

/** The source of a node: several pieces if the node is too long and may be divided. */
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
 * The opening tag of an element that continues in the next part. Omits the id, which must stay unique. The `start` of a
 * numbered list continues the count.
 */
function continuationTag(element: Element, items: number): string {
  const first = Number(attribute(element, 'start') || '1');
  const otherAttributes = element.attrs.filter(({ name }) => name !== 'id' && name !== 'start');
  const isNumbered = element.tagName === 'ol' && !element.attrs.some(({ name }) => name === 'reversed');
  const all = isNumbered ? [...otherAttributes, { name: 'start', value: String(first + items) }] : otherAttributes;
  return `<${element.tagName}${all.map(({ name, value }) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`).join('')}>`;
}
