import { countWords } from '#src/lib/count-words.ts';
import { isNoteLabel } from '#src/lib/note-label.ts';
import { parseHeading } from '../manuscript/headings/parse.ts';
import { moveInlineNotes } from '../manuscript/inline-notes.ts';
import { headingTitle, isHeading, leadingHeading } from './heading.ts';
import { imageSources } from './images.ts';
import { expandPictureNotes } from './picture-notes.ts';
import { oneLine } from './text.ts';
import {
  attribute,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  nodesOf,
  parseXhtml,
  textOf,
  typesOf,
} from './tree.ts';

/** An anchor of a document, with its position. */
export interface Anchor {
  /** Index among the document's anchors. */
  order: number;
  /** Number of words before the anchor in the document. */
  wordsBefore: number;
  types: string[];
  /** Text of the heading that contains the anchor or is directly after it; '' if there is none. */
  heading: string;
}

/** The facts about a document that are needed to plan chapters. They allow the document's tree to be freed. */
export interface DocumentSummary {
  path: string;
  /** The epub:types of the body, and of the section that contains the whole body. */
  types: string[];
  anchors: Map<string, Anchor>;
  /** Text of the heading at the beginning of the document; '' if there is none. */
  heading: string;
  words: number;
  linkedWords: number;
  /** Number of SVG drawings, which chapters do not show. `drawnWords` is the number of words in them. */
  drawings: number;
  drawnWords: number;
  /** The hrefs of the document's links, as written. */
  links: string[];
  /** The files of the book to which the links point. */
  linkedFiles: string[];
  /** The files to which the document's references to notes point. */
  noteFiles: string[];
}

/** Returns the first paragraph if it is a line such as "CHAPTER ONE"; '' otherwise. */
function writtenHeading(body: Element): string {
  const first = findAll(body, (element) => element.tagName === 'p' && textOf(element).trim() !== '')[0];
  const text = first ? oneLine(textOf(first)) : '';
  const heading = text.length > MAX_HEADING_CHARACTERS ? undefined : parseHeading(text);
  return heading?.level === 'chapter' && !heading.isWeak && !/[.!?,;]$/u.test(heading.title) ? text : '';
}

const MAX_HEADING_CHARACTERS = 120;

/** Summarises a document. @param resolve returns the name of the file to which an href in the document points */
export function summarise(
  path: string,
  source: string,
  resolve: (href: string) => string | undefined,
): DocumentSummary {
  const body = parseXhtml(source);
  expandPictureNotes(body);
  moveInlineNotes(body);
  const anchors = new Map<string, Anchor>();
  const words = visitAnchors(body, anchors);
  const links = findAll(body, (element) => element.tagName === 'a' && attribute(element, 'href') !== '');
  const heading = leadingHeading(body);
  const drawings = findAll(body, (element) => element.tagName === 'svg' && imageSources(element).length === 0);
  const filesOf = (some: readonly Element[]) => [
    ...new Set(some.flatMap((link) => resolve(attribute(link, 'href')) ?? [])),
  ];
  return {
    path,
    types: [...typesOf(body), ...fillingTypes(body)],
    anchors,
    heading: heading ? headingTitle(heading) : writtenHeading(body),
    words,
    linkedWords: links.reduce((sum, link) => sum + countWords(textOf(link)), 0),
    drawings: drawings.length,
    drawnWords: drawings.reduce((sum, drawing) => sum + wordsDrawn(drawing), 0),
    links: links.map((link) => attribute(link, 'href')),
    linkedFiles: filesOf(links),
    noteFiles: filesOf(links.filter(isReference)),
  };
}

/** Counts the words of text in a drawing. */
export const wordsDrawn = (drawing: Element): number =>
  findAll(drawing, ({ tagName }) => tagName === 'text').reduce((sum, text) => sum + countWords(textOf(text)), 0);

const isReference = (link: Element): boolean =>
  /#./.test(attribute(link, 'href')) && (typesOf(link).includes('noteref') || isNoteLabel(textOf(link).trim()));

/** Returns the names with which links can point to an element. */
export function anchorNames(element: Element): string[] {
  const name = element.tagName === 'a' ? attribute(element, 'name') : '';
  return [...new Set([attribute(element, 'id'), name])].filter((one) => one !== '');
}

function visitAnchors(body: Element, anchors: Map<string, Anchor>): number {
  let words = 0;
  /** The heading at each word position. A heading has an entry for each of its words, so anchors within it find it too. */
  const headings = new Map<number, string>();
  for (const next of nodesOf(body)) {
    if (isText(next)) words += countWords(next.value);
    if (!isElement(next)) continue;
    if (isHeading(next) && !headings.has(words)) addHeading(next, words, headings);
    for (const name of anchorNames(next)) {
      if (!anchors.has(name))
        anchors.set(name, { order: anchors.size, wordsBefore: words, types: typesOf(next), heading: '' });
    }
  }
  for (const anchor of anchors.values()) anchor.heading = headings.get(anchor.wordsBefore) ?? '';
  return words;
}

function addHeading(heading: Element, wordsBefore: number, headings: Map<number, string>): void {
  const title = headingTitle(heading);
  for (let word = 0; word < countWords(title); word += 1) headings.set(wordsBefore + word, title);
}

/** Returns the epub:types of elements that contain the whole body, as in `<body><div><section epub:type="preface">`. */
function fillingTypes(body: Element): string[] {
  const types: string[] = [];
  let at = childrenOf(body).find(isElement);
  for (let depth = 0; at && /^(?:section|div|article|main|aside)$/.test(at.tagName) && depth < 4; depth += 1) {
    types.push(...typesOf(at));
    at = childrenOf(at).find(isElement);
  }
  return types;
}
