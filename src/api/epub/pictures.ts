import { imageSources } from './images.ts';
import {
  attribute,
  type Child,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  makeElement,
  nodesOf,
  textOf,
} from './tree.ts';

const BLOCK_WITH_TEXT = /^(?:p|li|dd|dt|td|th|h[1-6]|figcaption|caption|blockquote|div|section)$/;
const ENDS_LINE = /^(?:br|hr|p|div|section|table|ul|ol|blockquote|h[1-6])$/;
/** Maximum number of pictures in a line of text. A block with more is a gallery. */
const MAX_PICTURES = 100;
/** Matches an initial, which may follow a quotation mark. */
const INITIAL = /^["'“”‘’«»„¿¡]?\p{Lu}\p{M}*$/u;

/**
 * Returns the source and the alternative text of a picture, or of the SVG in which many books wrap full-page pictures.
 */
export function pictureOf(element: Element): { source: string | undefined; alt: string } {
  const source = element.tagName === 'svg' ? imageSources(element)[0] : attribute(element, 'src');
  const title = findAll(element, (inner) => inner.tagName === 'title')[0];
  const alt = attribute(element, 'alt') || attribute(element, 'aria-label') || (title ? textOf(title).trim() : '');
  return { source, alt };
}

/** Whether a picture is part of a line of text, such as a rare character, an ornament or an initial. */
export function isInline(picture: Element): boolean {
  const block = blockOf(picture);
  return block !== undefined && isLine(block) && !hasBreakBeside(picture, block);
}

/** Returns the initial that a picture at the start of a paragraph shows, if the text after it continues the word. */
export function initialOf(picture: Element): string | undefined {
  const { alt } = pictureOf(picture);
  const block = INITIAL.test(alt) ? blockOf(picture) : undefined;
  if (block === undefined || !isLine(block)) return undefined;
  const [before, after] = around(picture, block);
  return /^\s*["'“‘«„¿¡]?$/u.test(before) && /^[^\S\n]?[\p{L}\p{M}’']/u.test(after) ? alt : undefined;
}

const lines = new WeakMap<Element, boolean>();

/** Whether a block has text in addition to its pictures, and is not a gallery. */
function isLine(block: Element): boolean {
  const cached = lines.get(block);
  if (cached !== undefined) return cached;
  // In a container, only text directly in it counts, because other text belongs to the blocks in it.
  const own = /^(?:div|section|blockquote)$/.test(block.tagName) ? directText(block) : textOf(block);
  const isOne = own.trim() !== '' && imageSources(block).length <= MAX_PICTURES;
  lines.set(block, isOne);
  return isOne;
}

/** Creates hidden text for an initial that a picture shows, for search, speech and copying. */
export function letterText(letter: string): Element {
  const span = makeElement('span', [{ name: 'class', value: 'text-unseen' }]);
  span.childNodes = [{ nodeName: '#text', value: letter, parentNode: span } as Child];
  return span;
}

function blockOf(picture: Element): Element | undefined {
  let at = picture.parentNode;
  while (at && isElement(at) && !BLOCK_WITH_TEXT.test(at.tagName)) at = at.parentNode;
  return at && isElement(at) ? at : undefined;
}

const directText = (element: Element) =>
  childrenOf(element)
    .map((child) => (isText(child) ? child.value : ''))
    .join('');

/** Whether there is a line break next to the picture: `<p><img/><br/>Caption</p>` is a picture with a caption. */
function hasBreakBeside(picture: Element, block: Element): boolean {
  const siblings = childrenOf(picture.parentNode ?? block).filter(
    (sibling) => !isText(sibling) || sibling.value.trim() !== '',
  );
  const at = siblings.indexOf(picture);
  return [siblings[at - 1], siblings[at + 1]].some(
    (sibling) => sibling !== undefined && isElement(sibling) && sibling.tagName === 'br',
  );
}

/** Returns the text of a block before and after a picture, with white space for line breaks. */
function around(picture: Element, block: Element): [before: string, after: string] {
  const texts: [string, string] = ['', ''];
  let side: 0 | 1 = 0;
  for (const node of nodesOf(block)) {
    if (texts[side].trim().length > 1) break;
    if (node === picture) side = 1;
    else if (isText(node)) texts[side] += node.value;
    else if (node !== block && isElement(node) && ENDS_LINE.test(node.tagName)) texts[side] += ' \n';
  }
  return texts;
}
