import {
  attribute,
  type Child,
  type Element,
  findAll,
  isElement,
  isText,
  makeElement,
  moveInto,
  setAttribute,
  textOf,
} from '../epub/tree.ts';

const CONTAINER = /^(?:body|div|section|article|main|center|blockquote|pre)$/;
/** Matches blocks of text, between which line breaks may be a break between scenes. */
const TEXT_BLOCK = /^(?:p|div|blockquote)$/;
/** Maximum number of breaks between scenes per block of text. More are ordinary space between paragraphs. */
export const MAX_BREAK_SHARE = 0.25;
const INLINE =
  /^(?:a|abbr|b|bdi|big|br|cite|code|del|em|font|i|img|ins|kbd|mark|q|ruby|s|small|span|strike|strong|sub|sup|tt|u|var)$/;

/**
 * Converts text that is divided by pairs of line breaks to paragraphs, and `pre` elements with paragraphs, as Wattpad
 * has them, to containers. Pairs of line breaks between blocks become space if they are rare.
 * @param keepsStanzas whether text whose paragraphs mostly have line breaks of their own is a poem, and not divided
 */
export function divideAtBreaks(body: Element, keepsStanzas = false): void {
  const belowBreaks: Element[] = [];
  for (const element of [body, ...findAll(body, () => true)]) {
    if (element.childNodes.length < 2 || (keepsStanzas && areStanzas(element.childNodes))) continue;
    if (element.tagName === 'pre' && findAll(element, ({ tagName }) => tagName === 'p').length > 0)
      element.tagName = element.nodeName = 'div';
    const isDivided = breaksIn(element.childNodes).length > 0 && dividedAt(element.childNodes).length > 0;
    if (isDivided && element.tagName === 'p') divideParagraph(element);
    else if (isDivided && CONTAINER.test(element.tagName) && element.tagName !== 'pre') {
      belowBreaks.push(...blocksBelowBreaks(element.childNodes));
      setChildren(element, paragraphsOf(element.childNodes));
    }
  }
  addSceneSpace(body, belowBreaks);
}

/** Returns the blocks of text above which only line breaks separate them from the block before. */
function blocksBelowBreaks(nodes: readonly Child[]): Element[] {
  return breaksIn(nodes).flatMap(([start, end]) => {
    const before = nodes.slice(0, start).findLast((node) => !isSpace(node));
    const next = nodes[end];
    return before && next && isTextBlock(before) && isTextBlock(next) ? [next] : [];
  });
}

const isTextBlock = (node: Child): node is Element =>
  isElement(node) && TEXT_BLOCK.test(node.tagName) && textOf(node).trim() !== '';

/** Adds space above blocks that begin scenes. */
function addSceneSpace(body: Element, beginnings: readonly Element[]): void {
  if (beginnings.length === 0) return;
  const blocks = findAll(body, isTextBlock).filter((block) => !block.childNodes.some(isTextBlock));
  if (beginnings.length > (blocks.length - beginnings.length) * MAX_BREAK_SHARE) return;
  for (const block of beginnings) {
    const paragraph = firstParagraph(block);
    setAttribute(paragraph, 'style', `${attribute(paragraph, 'style')};margin-top:2em`);
  }
}

/** Returns the first paragraph in a block. Creates one if the block contains text directly. */
function firstParagraph(block: Element): Element {
  const paragraph = block.tagName === 'p' ? block : findAll(block, ({ tagName }) => tagName === 'p')[0];
  if (paragraph) return paragraph;
  const created = filled(makeElement('p'), block.childNodes);
  setChildren(block, [created]);
  return created;
}

/** Whether most paragraphs between pairs of line breaks contain single line breaks. */
function areStanzas(nodes: readonly Child[]): boolean {
  const parts = dividedAt(nodes);
  return parts.filter((part) => part.some(isBreak)).length * 2 > parts.length;
}

/** Matches the indent of paragraphs in Chinese. */
const WIDE_INDENT = /^\s*\u3000{2}/;
const isIndented = (node: Child | undefined) => node !== undefined && isText(node) && WIDE_INDENT.test(node.value);

const isBreak = (node: Child) => isElement(node) && node.tagName === 'br';
const isSpace = (node: Child) => isText(node) && node.value.trim() === '';

/**
 * Returns the indexes at which two or more line breaks begin, or one above an indented line, each with the index after
 * them.
 */
function breaksIn(nodes: readonly Child[]): [start: number, end: number][] {
  const breaks: [number, number][] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    let [end, count] = [at, 0];
    for (let node = nodes[end]; node && (isBreak(node) || (count > 0 && isSpace(node))); node = nodes[end]) {
      count += isBreak(node) ? 1 : 0;
      end += 1;
    }
    if (count > 1 || (count === 1 && isIndented(nodes[end]))) breaks.push([at, end]);
    at = Math.max(at, end - 1);
  }
  return breaks;
}

/** Divides nodes at pairs of line breaks. */
function dividedAt(nodes: readonly Child[]): Child[][] {
  const parts: Child[][] = [];
  let from = 0;
  for (const [start, end] of [...breaksIn(nodes), [nodes.length, nodes.length]]) {
    const part = nodes.slice(from, start);
    if (part.some((node) => !isSpace(node))) parts.push(part);
    from = end ?? nodes.length;
  }
  return parts;
}

function divideParagraph(paragraph: Element): void {
  const parent = paragraph.parentNode;
  if (!parent) return;
  const [first = [], ...others] = dividedAt(paragraph.childNodes);
  const added = others.map((nodes) =>
    filled(
      makeElement(
        'p',
        paragraph.attrs.filter(({ name }) => name !== 'id'),
      ),
      nodes,
    ),
  );
  setChildren(paragraph, first);
  const at = parent.childNodes.indexOf(paragraph);
  parent.childNodes.splice(at + 1, 0, ...added);
  for (const element of added) element.parentNode = parent;
}

/** Puts text between blocks into paragraphs. */
function paragraphsOf(nodes: readonly Child[]): Child[] {
  const children: Child[] = [];
  let line: Child[] = [];
  const end = () => {
    children.push(...dividedAt(line).map((part) => filled(makeElement('p'), part)));
    line = [];
  };
  for (const node of nodes) {
    if (isText(node) || (isElement(node) && INLINE.test(node.tagName))) line.push(node);
    else {
      end();
      children.push(node);
    }
  }
  end();
  return children;
}

function filled(element: Element, nodes: readonly Child[]): Element {
  for (const node of nodes) moveInto(node as Element, element);
  return element;
}

function setChildren(parent: Element, nodes: readonly Child[]): void {
  parent.childNodes = [...nodes];
  for (const node of nodes) node.parentNode = parent;
}
