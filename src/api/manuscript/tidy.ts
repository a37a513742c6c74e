import {
  attribute,
  type Child,
  childrenOf,
  type Element,
  findAll,
  isElement,
  remove,
  setAttribute,
  textOf,
} from '../epub/tree.ts';
import { divideAtBreaks, MAX_BREAK_SHARE } from './break-paragraphs.ts';
import { breakSourceLines } from './source-lines.ts';

/** Matches the classes of Word's contents lists, whose page numbers are meaningless here. */
const CONTENTS = /(?:^|\s)MsoToc(?:\d|Heading)/;
/** Matches the style of text that only Word hides. Other hidden text has an ordinary style. */
const HIDDEN = /mso-hide:\s*all/i;
/** Matches elements that are visible without text. */
const SHOWN = /^(?:img|svg|hr|table|br)$/;
const SCENE = /^(?:(?:[*＊∗✱✻•·~#]\s*){1,9}|⁂|❦|(?:[-–—_]\s*){3,9})$/u;

/** Class of a rule between scenes. */
export const SCENE_CLASS = 'scene';

/** Converts the markup of word processors to equivalent HTML. */
export function tidy(body: Element): void {
  for (const element of findAll(body, () => true)) {
    const { tagName } = element;
    // Elements of Word, such as `<o:p>` and `<st1:place>`.
    if (tagName.includes(':')) element.tagName = element.nodeName = 'span';
    if (tagName === 'a') unwrapRedirect(element);
    if (/^(?:del|strike)$/.test(tagName)) element.tagName = element.nodeName = 's';
    const isContents =
      tagName === 'nav' ||
      /^Table of Contents\d/.test(attribute(element, 'id')) ||
      CONTENTS.test(attribute(element, 'class'));
    if (isContents || HIDDEN.test(attribute(element, 'style'))) remove(element);
  }
  breakSourceLines(body);
  divideAtBreaks(body);
  markLines(body);
  removeEmptyParagraphs(body);
  markScenes(body);
}

const LINE = /border-(?:bottom|top)\s*:(?!\s*(?:none|0[a-z]*\s*(?:;|$)))/i;

/** Converts empty paragraphs with a border, which word processors use as a line between scenes, to rules. */
function markLines(body: Element): void {
  for (const paragraph of findAll(body, ({ tagName }) => tagName === 'p'))
    if (LINE.test(attribute(paragraph, 'style')) && isEmpty(paragraph)) toScene(paragraph);
}

function toScene(paragraph: Element): void {
  paragraph.tagName = paragraph.nodeName = 'hr';
  [paragraph.attrs, paragraph.childNodes] = [[{ name: 'class', value: SCENE_CLASS }], []];
}

/** Converts "* * *" between scenes to a rule with a class, because rules without it may divide chapters. */
function markScenes(body: Element): void {
  for (const paragraph of findAll(body, ({ tagName }) => tagName === 'p'))
    if (SCENE.test(textOf(paragraph).trim())) toScene(paragraph);
}

/** Restores the URL of a link to another site, which Google Docs replaces with a redirect through google.com. */
function unwrapRedirect(link: Element): void {
  const href = attribute(link, 'href');
  if (!/^https?:\/\/www\.google\.com\/url\?/.test(href) || !URL.canParse(href)) return;
  const target = new URL(href).searchParams.get('q');
  if (target) setAttribute(link, 'href', target);
}

/**
 * Removes empty paragraphs. If they are rare, each is a break between scenes, so the next paragraph gets space above
 * it.
 */
function removeEmptyParagraphs(body: Element): void {
  const paragraphs = findAll(body, ({ tagName }) => tagName === 'p');
  const empty = new Set(paragraphs.filter(isEmpty));
  const areBreaks = empty.size <= (paragraphs.length - empty.size) * MAX_BREAK_SHARE;
  for (const paragraph of empty) {
    const next = areBreaks ? nextElement(paragraph) : undefined;
    if (next?.tagName === 'p' && !empty.has(next) && follows(paragraph))
      setAttribute(next, 'style', `${attribute(next, 'style')};margin-top:2em`);
  }
  for (const paragraph of empty) moveAnchors(paragraph);
}

const isEmpty = (paragraph: Element) =>
  textOf(paragraph).trim() === '' &&
  findAll(paragraph, ({ tagName }) => SHOWN.test(tagName) && tagName !== 'br').length === 0;

/** Whether a paragraph follows one with text. */
function follows(paragraph: Element): boolean {
  const before = siblingsOf(paragraph).slice(0, siblingsOf(paragraph).indexOf(paragraph)).findLast(isElement);
  return before?.tagName === 'p' && !isEmpty(before);
}

function nextElement(element: Element): Element | undefined {
  const siblings = siblingsOf(element);
  return siblings.slice(siblings.indexOf(element) + 1).find(isElement);
}

const siblingsOf = (element: Element): Child[] => (element.parentNode ? childrenOf(element.parentNode) : []);

/** Removes an empty paragraph. If it has an anchor, an empty `div` replaces it. */
function moveAnchors(paragraph: Element): void {
  const hasAnchor = [paragraph, ...findAll(paragraph, () => true)].some(
    (element) => attribute(element, 'id') !== '' || attribute(element, 'name') !== '',
  );
  if (hasAnchor) paragraph.tagName = paragraph.nodeName = 'div';
  else remove(paragraph);
}
