import { oneLine } from './text.ts';
import { parseTitle, titleWords } from './titles.ts';
import {
  type Child,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  lineOf,
  type Node,
  remove,
  textOf,
  typesOf,
} from './tree.ts';

const HEADING = /^h[1-6]$/;
const WRAPPER = /^(?:body|section|div|article|main|header|center)$/;
const TITLE_TYPES = new Set([
  'title',
  'subtitle',
  'fulltitle',
  'ordinal',
  'label',
  'z3998:ordinal',
  'z3998:roman',
  'se:label',
]);

/** Returns the heading or `hgroup` at the beginning of a body, if no other text or picture is before it. */
export function leadingHeading(body: Element): Element | undefined {
  const first = firstContent(body);
  return first && isElement(first) && isHeading(first) ? first : undefined;
}

export const isHeading = ({ tagName }: Element) => HEADING.test(tagName) || tagName === 'hgroup';

/** Returns the text of a heading. In an `hgroup`, "I" and "The Old Sea-Dog" become "I: The Old Sea-Dog". */
export function headingTitle(heading: Element): string {
  if (heading.tagName !== 'hgroup') return oneLine(lineOf(heading));
  return childrenOf(heading)
    .map((child) => oneLine(lineOf(child)))
    .filter((line) => line !== '')
    .join(': ');
}

/**
 * Removes headings at the beginning of a body that repeat `titles`. For the title "Chapter 3: The Black Spot", removes
 * "III", but keeps a motto or "Jonathan Harker's Journal".
 */
export function dropTitleHeadings(body: Element, titles: string[]): void {
  dropNumber(body, titles);
  const titleLists = titles.map(titleWords);
  for (let heading = leadingTitle(body, titles); heading; heading = leadingTitle(body, titles)) {
    const lines = heading.tagName === 'hgroup' ? linesOf(heading) : [heading];
    const repeated = lines.filter((line) =>
      titleLists.some((words) => within(titleWords(oneLine(lineOf(line))), words)),
    );
    if (repeated.length === 0) return;
    for (const line of repeated) remove(line);
    if (repeated.length < lines.length) return;
    remove(heading);
  }
}

/** Removes the number of a title from its own block above the rest of the title, as Vellum writes it. */
function dropNumber(body: Element, titles: readonly string[]): void {
  const first = firstContent(body);
  const block = first && isText(first) ? first.parentNode : first;
  if (!block || !isElement(block) || block === body || isHeading(block)) return;
  const line = oneLine(lineOf(block));
  const parsed = line.length <= MAX_NUMBER_CHARACTERS ? parseTitle(line, Number.POSITIVE_INFINITY) : undefined;
  if (parsed?.rest !== '' || parsed.level === 'part') return;
  const { parentNode: parent } = block;
  const at = parent ? childrenOf(parent).indexOf(block) : -1;
  remove(block);
  const heading = leadingHeading(body);
  const whole = heading && titleWords(`${parsed.number}: ${headingTitle(heading)}`).join(' ');
  if (titles.some((title) => titleWords(title).join(' ') === whole) || !parent) return;
  parent.childNodes.splice(at, 0, block);
  block.parentNode = parent;
}

const MAX_NUMBER_CHARACTERS = 40;

/** Returns the first element if it is a heading, or a paragraph that is used as one, as in many web novels. */
function leadingTitle(body: Element, titles: readonly string[]): Element | undefined {
  const first = firstContent(body);
  if (!first || !isElement(first)) return undefined;
  if (isHeading(first)) return first;
  if (first.tagName !== 'p' || findAll(first, ({ tagName }) => /^(?:img|svg)$/.test(tagName)).length > 0)
    return undefined;
  const words = titleWords(oneLine(lineOf(first)));
  if (words.length === 0) return undefined;
  const repeats = titles.some((title) => titleWords(title).join(' ') === words.join(' '));
  // "CHAPTER ONE" has a single word for comparison, its number.
  const isLabel = parseTitle(oneLine(lineOf(first)), Number.POSITIVE_INFINITY)?.level === 'chapter';
  return isBold(first) ||
    (repeats && isLabel) ||
    (repeats && words.some((word) => /^\d/.test(word)) && words.length > 1)
    ? first
    : undefined;
}

function isBold(paragraph: Element): boolean {
  const bold = findAll(paragraph, ({ tagName }) => /^(?:b|strong)$/.test(tagName));
  return (
    textOf(paragraph).trim() !== '' &&
    bold
      .map((node) => textOf(node))
      .join('')
      .trim() === textOf(paragraph).trim()
  );
}

function linesOf(group: Element): Element[] {
  return childrenOf(group)
    .filter(isElement)
    .filter(
      (line) =>
        HEADING.test(line.tagName) || typesOf(line).some((type) => TITLE_TYPES.has(type)) || line.tagName === 'p',
    );
}

/** Whether `title` contains `words` one after another. */
function within(words: string[], title: string[]): boolean {
  return ` ${title.join(' ')} `.includes(` ${words.join(' ')} `);
}

/** Returns the first node with visible content, at any depth. */
function firstContent(parent: Node): Child | undefined {
  for (const child of childrenOf(parent)) {
    if (isText(child) && child.value.trim() !== '') return child;
    if (!isElement(child) || isEmpty(child)) continue;
    return WRAPPER.test(child.tagName) ? firstContent(child) : child;
  }
  return undefined;
}

function isEmpty(element: Element): boolean {
  if (/^(?:img|svg|hr|table)$/.test(element.tagName)) return false;
  return (
    textOf(element).trim() === '' && findAll(element, (inner) => /^(?:img|svg|hr)$/.test(inner.tagName)).length === 0
  );
}
