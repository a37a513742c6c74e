import { attribute, childrenOf, type Element, findAll, isElement, remove, textOf } from './tree.ts';

const ARCHIVE = /^https?:\/\/(?:www\.)?archiveofourown\.org\//;

/**
 * Removes the title, author, tags, summary and messages that Archive of Our Own adds to EPUBs. They are also in the
 * metadata of the file. Notes are kept.
 */
export function dropArchiveFields(body: Element): void {
  const tags = ofClass(body, 'tags').filter(({ tagName }) => tagName === 'dl');
  const bylines = ofClass(body, 'byline').filter(hasAuthor);
  const messages = ofClass(body, 'message').filter(hasArchiveLink);
  if (tags.length + bylines.length + messages.length === 0) return;
  const titles = bylines.length > 0 ? findAll(body, ({ tagName }) => tagName === 'h1') : [];
  for (const element of [...tags, ...bylines, ...messages, ...titles, ...summaryOf(body)]) remove(element);
}

const ofClass = (parent: Element, name: string) =>
  findAll(parent, (element) => attribute(element, 'class').split(/\s+/).includes(name));

const links = (element: Element) => findAll(element, ({ tagName }) => tagName === 'a');
const hasAuthor = (element: Element) => links(element).some((link) => attribute(link, 'rel') === 'author');
const hasArchiveLink = (element: Element) => links(element).some((link) => ARCHIVE.test(attribute(link, 'href')));

/** Returns the label of the summary and the quotation below it. */
function summaryOf(body: Element): Element[] {
  const label = findAll(body, ({ tagName }) => tagName === 'p').find((p) => textOf(p).trim() === 'Summary');
  const siblings = label?.parentNode ? childrenOf(label.parentNode).filter(isElement) : [];
  const quotation = label && siblings[siblings.indexOf(label) + 1];
  return label && quotation?.tagName === 'blockquote' ? [label, quotation] : [];
}
