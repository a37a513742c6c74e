import { oneLine } from './text.ts';
import { titleWords } from './titles.ts';
import {
  type Child,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
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

/** The heading or group of headings a body opens with, before any other text or picture. */
export function leadingHeading(body: Element): Element | undefined {
  const first = firstContent(body);
  return first && isElement(first) && (HEADING.test(first.tagName) || first.tagName === 'hgroup') ? first : undefined;
}

/** "I" over "The Old Sea-Dog" in a group is one title: "I: The Old Sea-Dog". */
export function headingTitle(heading: Element): string {
  if (heading.tagName !== 'hgroup') return oneLine(textOf(heading));
  return childrenOf(heading)
    .map((child) => oneLine(textOf(child)))
    .filter((line) => line !== '')
    .join(': ');
}

/**
 * Takes away the opening headings that `titles` already say, and leaves every other: "III" below a title "Chapter 3: The
 * Black Spot" goes, a motto or "Jonathan Harker's Journal" stays.
 */
export function dropTitleHeadings(body: Element, titles: string[]): void {
  const said = titles.map(titleWords);
  for (let heading = leadingHeading(body); heading; heading = leadingHeading(body)) {
    const lines = heading.tagName === 'hgroup' ? linesOf(heading) : [heading];
    const repeated = lines.filter((line) => said.some((words) => within(titleWords(textOf(line)), words)));
    if (repeated.length === 0) return;
    for (const line of repeated) remove(line);
    if (repeated.length < lines.length) return;
    remove(heading);
  }
}

function linesOf(group: Element): Element[] {
  return childrenOf(group)
    .filter(isElement)
    .filter(
      (line) =>
        HEADING.test(line.tagName) || typesOf(line).some((type) => TITLE_TYPES.has(type)) || line.tagName === 'p',
    );
}

/** Whether `words` stand in `title` one after the other. */
function within(words: string[], title: string[]): boolean {
  return ` ${title.join(' ')} `.includes(` ${words.join(' ')} `);
}

/** The first node that shows anything, looking through mere wrappers. */
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
