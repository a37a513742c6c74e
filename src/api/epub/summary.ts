import { headingTitle, leadingHeading } from './heading.ts';
import { countWords } from './text.ts';
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

/** Where an anchor stands in its document. */
export interface Anchor {
  /** Place among the document's anchors. */
  order: number;
  /** Words of the document before it. */
  wordsBefore: number;
  types: string[];
}

/** What planning needs to know of a document; its tree is not kept. */
export interface DocumentSummary {
  path: string;
  /** epub:type of the body and of the section that fills it. */
  types: string[];
  anchors: Map<string, Anchor>;
  /** Text of the heading it opens with. */
  heading: string;
  words: number;
  linkedWords: number;
  /** Addresses of its links, as written. */
  links: string[];
  /** The files of the book that they lead to. */
  linkedFiles: string[];
}

/** @param resolve gives the name of the file that an address in the document means */
export function summarise(
  path: string,
  source: string,
  resolve: (href: string) => string | undefined,
): DocumentSummary {
  const body = parseXhtml(source);
  const anchors = new Map<string, Anchor>();
  const words = visitAnchors(body, anchors);
  const links = findAll(body, (element) => element.tagName === 'a' && attribute(element, 'href') !== '');
  const heading = leadingHeading(body);
  return {
    path,
    types: [...typesOf(body), ...fillingTypes(body)],
    anchors,
    heading: heading ? headingTitle(heading) : '',
    words,
    linkedWords: links.reduce((sum, link) => sum + countWords(textOf(link)), 0),
    links: links.map((link) => attribute(link, 'href')),
    linkedFiles: [...new Set(links.flatMap((link) => resolve(attribute(link, 'href')) ?? []))],
  };
}

/** The names by which an element can be linked to. */
export function anchorNames(element: Element): string[] {
  const name = element.tagName === 'a' ? attribute(element, 'name') : '';
  return [...new Set([attribute(element, 'id'), name])].filter((one) => one !== '');
}

function visitAnchors(body: Element, anchors: Map<string, Anchor>): number {
  let words = 0;
  for (const next of nodesOf(body)) {
    if (isText(next)) words += countWords(next.value);
    if (isElement(next)) {
      for (const name of anchorNames(next)) {
        if (!anchors.has(name)) anchors.set(name, { order: anchors.size, wordsBefore: words, types: typesOf(next) });
      }
    }
  }
  return words;
}

/** Types along the chain of first elements: `<body><div><section epub:type="preface">`. */
function fillingTypes(body: Element): string[] {
  const types: string[] = [];
  let at = childrenOf(body).find(isElement);
  for (let depth = 0; at && /^(?:section|div|article|main|aside)$/.test(at.tagName) && depth < 4; depth += 1) {
    types.push(...typesOf(at));
    at = childrenOf(at).find(isElement);
  }
  return types;
}
