import { oneLine } from '../epub/text.ts';
import {
  attribute,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  type Node,
  remove,
  textOf,
} from '../epub/tree.ts';
import { parseHeading } from './headings/parse.ts';
import { isContentsHeading } from './plain/contents.ts';
import { authorOf } from './plain/front.ts';
import { type LeftOut, leftOut } from './types.ts';

/** What the blocks above the first chapter say about the book. */
export interface Opening {
  /** Only set if the title is a paragraph. A heading remains in the text. */
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

const HEADING = /^h[1-6]$/;
/** Number of blocks at the beginning of a text among which a line with the author, or a contents list, may be. */
const MAX_BLOCKS = 8;
const MAX_BYLINE_CHARACTERS = 100;
const BETWEEN_AUTHORS = /\s*[,;&]\s*|\s+and\s+/u;

/**
 * Takes the line "by …" below the title of a text, and the contents list above its first chapter. Removes both from the
 * text.
 */
export function takeOpening(body: Element): Opening {
  const blocks = blocksOf(body);
  const [title] = blocks;
  const isTitle = title !== undefined && (HEADING.test(title.tagName) || isTitleLine(title));
  const byline = isTitle ? blocks.slice(1, 3).find(isByline) : undefined;
  const author = byline && authorOf(oneLine(textOf(byline)))?.name;
  const titleLine = byline && title?.tagName === 'p' ? oneLine(textOf(title)) : undefined;
  if (byline) remove(byline);
  if (titleLine !== undefined && title) remove(title);
  const contents = takeContents(body);
  return {
    ...(titleLine === undefined ? {} : { title: titleLine }),
    ...(author === undefined ? {} : { authors: author.split(BETWEEN_AUTHORS).filter(Boolean) }),
    leftOut: leftOut('Contents list', contents),
  };
}

/** Returns the elements of a text, inside its only container if it has just one. */
function blocksOf(body: Node): Element[] {
  const children = childrenOf(body).filter((child) => isElement(child) || textOf(child).trim() !== '');
  const elements = children.filter(isElement);
  const [only] = elements;
  return children.length === 1 && only && /^(?:div|main|article|section)$/.test(only.tagName)
    ? blocksOf(only)
    : elements;
}

const MAX_TITLE_CHARACTERS = 100;

/** Whether a paragraph may be the title of the text, above a by-line. */
function isTitleLine(block: Element): boolean {
  const text = oneLine(textOf(block));
  const heading = parseHeading(text);
  return (
    block.tagName === 'p' &&
    text !== '' &&
    text.length <= MAX_TITLE_CHARACTERS &&
    !/[.,;:]$/u.test(text) &&
    (heading === undefined || heading.level === 'bare')
  );
}

/** Whether a block contains only a by-line: a paragraph, or a heading below the title. */
function isByline(block: Element): boolean {
  const text = oneLine(textOf(block));
  return /^(?:p|h[2-6])$/.test(block.tagName) && text.length <= MAX_BYLINE_CHARACTERS && authorOf(text) !== undefined;
}

/** Removes a contents list and its heading. @returns the entries */
function takeContents(body: Element): string[] {
  const blocks = blocksOf(body);
  const at = blocks.slice(0, MAX_BLOCKS).findIndex((block) => /^(?:ul|ol)$/.test(block.tagName) || isEntryLine(block));
  const first = blocks[at];
  const isAboveText = blocks
    .slice(0, at)
    .every((block) => HEADING.test(block.tagName) || isContentsHeading(lineOf(block)));
  if (!first || !isAboveText) return [];
  const isList = /^(?:ul|ol)$/.test(first.tagName);
  const end = blocks.findIndex((block, index) => index > at && !isEntryLine(block));
  const lines = isList ? [first] : blocks.slice(at, end < 0 ? undefined : end);
  if (isList ? !isContents(first, body) : lines.length < MIN_ENTRY_LINES) return [];
  const before = blocks[at - 1];
  if (before && isContentsHeading(lineOf(before))) remove(before);
  for (const line of lines) remove(line);
  return isList ? findAll(first, ({ tagName }) => tagName === 'li').map(ownText) : lines.map(lineOf);
}

/** Minimum number of paragraphs with links that are a contents list. */
const MIN_ENTRY_LINES = 2;

/** Whether a paragraph contains only links to one place in the text, and a page number. */
function isEntryLine(block: Element): boolean {
  const links = block.tagName === 'p' ? findAll(block, isLink) : [];
  const targets = new Set(links.map((link) => attribute(link, 'href')));
  const linked = oneLine(links.map(textOf).join(' '));
  const others = links.reduce((text, link) => text.replace(textOf(link), ''), textOf(block));
  return targets.size === 1 && /\p{L}/u.test(linked) && /^[\s.·…_-]*\d*\s*$/u.test(others);
}

const lineOf = (block: Element) => oneLine(textOf(block));

/** Whether every entry of a list is a link within the text, or the text of a heading. */
function isContents(list: Element, body: Element): boolean {
  const headings = new Set(findAll(body, ({ tagName }) => HEADING.test(tagName)).map(lineOf));
  const entries = findAll(list, ({ tagName }) => tagName === 'li');
  return entries.length > 1 && entries.every((entry) => isEntry(entry, headings));
}

/** Returns the children of an entry without lists below it. */
const ownChildren = (entry: Element) =>
  childrenOf(entry).filter((child) => !(isElement(child) && /^(?:ul|ol)$/.test(child.tagName)));

const ownText = (entry: Element) =>
  oneLine(
    ownChildren(entry)
      .map((child) => (isText(child) ? child.value : textOf(child)))
      .join(''),
  );

function isEntry(entry: Element, headings: ReadonlySet<string>): boolean {
  const own = ownChildren(entry);
  const links = own.flatMap((child) => (isElement(child) ? [child, ...findAll(child, () => true)] : [])).filter(isLink);
  const text = ownText(entry);
  return headings.has(text) || (links.length === 1 && text === oneLine(links.map(textOf).join('')));
}

const isLink = (element: Element) => element.tagName === 'a' && attribute(element, 'href').startsWith('#');
