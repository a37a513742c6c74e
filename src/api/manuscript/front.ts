import { oneLine } from '../epub/text.ts';
import { attribute, type Element, findAll, remove, textOf } from '../epub/tree.ts';
import { takeOpening } from './opening.ts';
import type { LeftOut } from './types.ts';

/** Match the classes that word processors and Pandoc give to the parts of a title page. */
const TITLE = /(?:^|\s)(?:MsoTitle|title)(?:\s|$)/i;
const SUBTITLE = /(?:^|\s)(?:MsoSubtitle|subtitle)(?:\s|$)/i;
const AUTHOR = /(?:^|\s)author(?:\s|$)/i;
const DATE = /(?:^|\s)date(?:\s|$)/i;
const BLOCK = /^(?:p|h[1-6]|div)$/;
const BY = /^by\s+(\S.*)$/i;

/** Takes the title and the authors from the title page of a document, and removes that page and the contents list. */
export function takeTitlePage(body: Element): {
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly leftOut: readonly LeftOut[];
} {
  const front = takeFront(body);
  const { title, authors, leftOut } = takeOpening(body);
  const opening = { ...(title !== undefined && { title }), ...(authors && { authors }) };
  return { ...opening, ...front, leftOut };
}

/**
 * Takes the title and the authors from blocks whose styles mark them. If several blocks are marked as titles, or a
 * marked block is below a heading, they are considered titles of chapters.
 */
export function takeFront(body: Element): { title?: string; authors?: readonly string[] } {
  const blocks = findAll(body, ({ tagName }) => BLOCK.test(tagName));
  const ofClass = (pattern: RegExp) => blocks.filter((block) => pattern.test(attribute(block, 'class')));
  const [title, ...others] = ofClass(TITLE).filter((block) => textOf(block).trim() !== '');
  if (!title || others.length > 0) return {};
  const start = blocks.indexOf(title);
  if (blocks.slice(0, start).some(({ tagName }) => /^h\d$/.test(tagName))) return {};
  const after = blocks.slice(start, start + 8);
  const near = (pattern: RegExp) => ofClass(pattern).filter((block) => after.includes(block) && block !== title);
  const subtitles = near(SUBTITLE);
  const by = subtitles.map((block) => BY.exec(oneLine(textOf(block)))?.[1]).filter((name) => name !== undefined);
  const authors = [...near(AUTHOR).map((block) => oneLine(textOf(block)).replace(BY, '$1')), ...by];
  const lines = subtitles.map((block) => oneLine(textOf(block))).filter((line) => line !== '' && !BY.test(line));
  const name = [oneLine(textOf(title)), ...lines].join(': ');
  for (const block of [title, ...subtitles, ...near(AUTHOR), ...near(DATE)]) remove(block);
  return authors.length > 0 ? { title: name, authors } : { title: name };
}
