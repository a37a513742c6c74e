import { oneLine } from '../epub/text.ts';
import {
  attribute,
  childrenOf,
  type Element,
  findAll,
  isElement,
  makeElement,
  moveInto,
  remove,
  textOf,
} from '../epub/tree.ts';
import type { Manuscript } from './manuscript.ts';
import { leftOut } from './types.ts';

/** Metadata of a page downloaded from Archive of Our Own. */
type ArchiveFields = Pick<Manuscript, 'title' | 'authors' | 'description' | 'subjects' | 'leftOut'>;

/** Fields whose values become subjects of the book. */
const SUBJECTS = /^(?:fandoms?|additional tags?)$/i;

/**
 * Takes the metadata from a page that Archive of Our Own offers for download, and removes it. Keeps notes: those of the
 * work become sections before and after its chapters.
 * @returns undefined for other pages
 */
export function takeArchiveFields(body: Element): ArchiveFields | undefined {
  const byId = (id: string) => findAll(body, (element) => attribute(element, 'id') === id)[0];
  const preface = byId('preface');
  const tags = preface && ofClass(preface, 'tags').find(({ tagName }) => tagName === 'dl');
  if (!preface || !tags) return undefined;
  const fields = fieldsOf(tags);
  const title = findAll(preface, ({ tagName }) => tagName === 'h1')[0];
  const authors = findAll(preface, (element) => attribute(element, 'rel') === 'author').map(lineOf);
  const byline = ofClass(preface, 'byline').map((line) => lineOf(line).replace(/^by\s+/i, ''));
  const summary = takeLabelled(preface, /^summary$/i);
  const messages = ofClass(body, 'message').map(lineOf);
  for (const element of [...ofClass(body, 'message'), ...ofClass(body, 'toc-heading')]) remove(element);
  replaceWithNotes(preface, takeLabelled(preface, /^notes$/i), 'Preface');
  const afterword = byId('afterword');
  if (afterword) replaceWithNotes(afterword, takeLabelled(afterword, /^end notes$/i), 'Afterword');
  const unused = [...fields].flatMap(([name, values]) =>
    SUBJECTS.test(name) ? [] : [`${name}: ${values.join(', ')}`],
  );
  return {
    title: title && lineOf(title),
    authors: authors.length > 0 ? authors : byline.filter(Boolean),
    description: summary && paragraphsOf(summary),
    subjects: [...fields].flatMap(([name, values]) => (SUBJECTS.test(name) ? values : [])),
    leftOut: leftOut('Fields and messages of Archive of Our Own', [...unused, ...messages]),
  };
}

const lineOf = (element: Element) => oneLine(textOf(element));

const ofClass = (parent: Element, name: string) =>
  findAll(parent, (element) => attribute(element, 'class').split(/\s+/).includes(name));

/** Returns the values of each field of the list of tags. */
function fieldsOf(list: Element): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  let name = '';
  for (const child of childrenOf(list)) {
    if (!isElement(child)) continue;
    if (child.tagName === 'dt') name = lineOf(child).replace(/:$/, '');
    const links = findAll(child, ({ tagName }) => tagName === 'a').map(lineOf);
    const isList = links.length > 0 && links.join(', ') === lineOf(child);
    if (child.tagName === 'dd') fields.set(name, isList ? links : [lineOf(child)]);
  }
  return fields;
}

/** Removes a quotation and the paragraph with its label. */
function takeLabelled(parent: Element, label: RegExp): Element | undefined {
  const name = findAll(parent, ({ tagName }) => tagName === 'p').find((paragraph) => label.test(lineOf(paragraph)));
  const siblings = name?.parentNode ? childrenOf(name.parentNode).filter(isElement) : [];
  const quotation = name && siblings[siblings.indexOf(name) + 1];
  if (!name || quotation?.tagName !== 'blockquote') return undefined;
  remove(name);
  remove(quotation);
  return quotation;
}

const paragraphsOf = (quotation: Element): string => {
  const paragraphs = findAll(quotation, ({ tagName }) => tagName === 'p')
    .map(lineOf)
    .filter(Boolean);
  return paragraphs.length > 0 ? paragraphs.join('\n') : lineOf(quotation);
};

/** Replaces the content of a box with notes below a heading; removes the box if there are no notes. */
function replaceWithNotes(box: Element, notes: Element | undefined, title: string): void {
  if (!notes) {
    remove(box);
    return;
  }
  box.childNodes = [];
  const heading = makeElement('h2');
  heading.childNodes = [{ nodeName: '#text', value: title, parentNode: heading }];
  moveInto(heading, box);
  for (const child of [...notes.childNodes]) moveInto(child as Element, box);
}
