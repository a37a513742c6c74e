import { headingTitle } from '../epub/heading.ts';
import { oneLine } from '../epub/text.ts';
import { attribute, childrenOf, type Element, findAll, isElement, isText, remove, textOf } from '../epub/tree.ts';
import { parseHeading } from './headings/parse.ts';

const MAX_HEADING_CHARACTERS = 120;

/**
 * Turns paragraphs such as "Chapter 3" into headings, for texts whose authors formatted headings by hand. They must
 * number at least two chapters without gaps.
 */
export function markWrittenHeadings(body: Element): void {
  const written = findAll(body, ({ tagName }) => tagName === 'p').flatMap((paragraph) => {
    const text = oneLine(headingTitle(paragraph));
    const heading = text.length > MAX_HEADING_CHARACTERS ? undefined : parseHeading(text);
    const isText = !heading || heading.level === 'bare' || heading.isWeak || /[.!?,;]$/u.test(heading.title);
    return isText || isInTable(paragraph) ? [] : [{ paragraph, heading }];
  });
  const numbers = written.flatMap(({ heading: { level, value } }) =>
    level === 'chapter' && value !== undefined ? [value] : [],
  );
  const isSeries = numbers.every((value, at) => at === 0 || value === (numbers[at - 1] ?? 0) + 1 || value === 1);
  if (numbers.length < 2 || !isSeries) {
    markPageTitles(body);
    return;
  }
  const hasParts = written.some(({ heading }) => heading.level === 'part');
  for (const { paragraph, heading } of written) {
    const level = hasParts && heading.level !== 'part' ? 3 : 2;
    paragraph.tagName = paragraph.nodeName = `h${level}`;
  }
}

const isInTable = (paragraph: Element): boolean => {
  for (let at = paragraph.parentNode; at && isElement(at); at = at.parentNode)
    if (/^(?:table|blockquote|li|aside|dd)$/.test(at.tagName)) return true;
  return false;
};

/** Prefix of the anchors at the beginnings of pages in Word documents. */
export const PAGE_ANCHOR = 'lectern-page-';
const BREAK_BEFORE = /(?:page-)?break-before\s*:\s*(?:always|page|left|right)/i;
const MIN_PAGES = 2;
const MAX_TITLE_CHARACTERS = 80;
/** Minimum fraction of pages that begin with a title. */
const MIN_TITLED = 0.8;

/**
 * Turns paragraphs at the beginnings of pages into headings, for texts without headings. They must be short, and
 * centred or bold.
 */
function markPageTitles(body: Element): void {
  const starts = pageStarts(body);
  const titles = starts.filter(isTitle);
  if (titles.length < MIN_PAGES || titles.length < starts.length * MIN_TITLED) return;
  const [first, second] = findAll(body, isParagraph);
  // The first chapter may begin without a page break.
  if (first && isTitle(first) && second && !isTitle(second)) titles.push(first);
  for (const title of titles) title.tagName = title.nodeName = 'h2';
}

const isParagraph = (element: Element) => element.tagName === 'p' && textOf(element).trim() !== '';

/** Returns the paragraphs that begin pages, and removes the anchors of page breaks. */
function pageStarts(body: Element): Element[] {
  const starts: Element[] = [];
  let isAtBreak = false;
  for (const element of findAll(body, () => true)) {
    if (BREAK_BEFORE.test(attribute(element, 'style')) || attribute(element, 'id').startsWith(PAGE_ANCHOR))
      isAtBreak = true;
    const paragraph = isAtBreak && textOf(element).trim() !== '' ? paragraphAt(element) : undefined;
    if (!paragraph) continue;
    if (!isInTable(paragraph)) starts.push(paragraph);
    isAtBreak = false;
  }
  for (const anchor of findAll(body, (element) => attribute(element, 'id').startsWith(PAGE_ANCHOR))) remove(anchor);
  return starts;
}

/** Returns the paragraph that an element is, or is within. */
function paragraphAt(element: Element): Element | undefined {
  for (
    let at: Element | undefined = element;
    at;
    at = at.parentNode && isElement(at.parentNode) ? at.parentNode : undefined
  )
    if (at.tagName === 'p') return at;
  return undefined;
}

function isTitle(paragraph: Element): boolean {
  const text = oneLine(textOf(paragraph));
  if (text.length > MAX_TITLE_CHARACTERS || /[.,;:]$/u.test(text) || !/\p{L}/u.test(text)) return false;
  const look = `${attribute(paragraph, 'style')} ${attribute(paragraph, 'class')} ${attribute(paragraph, 'align')}`;
  return /center|bold/i.test(look) || isAllBold(paragraph);
}

const isAllBold = (paragraph: Element): boolean =>
  childrenOf(paragraph).every(
    (child) =>
      (isText(child) ? child.value.trim() === '' : isElement(child) && textOf(child).trim() === '') ||
      (isElement(child) && (/^(?:b|strong)$/.test(child.tagName) || isAllBold(child))),
  );
