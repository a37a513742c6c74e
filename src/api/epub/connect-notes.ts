import { defaultTreeAdapter, parseFragment, serialize } from 'parse5';
import { markLabels } from './label-notes.ts';
import { sanitise } from './sanitise.ts';
import { countWords, isNoteLabel } from './text.ts';
import {
  attribute,
  childrenOf,
  type Element,
  findAll,
  isElement,
  makeElement,
  moveInto,
  type Node,
  replaceWith,
  setAttribute,
  textOf,
} from './tree.ts';

/** A chapter whose links have the form `epub-chapter:<plan>#<anchor>`. */
export interface Noted {
  /** The number that links to this chapter contain. */
  readonly plan: number;
  readonly html: string;
}

/** Matches the HTML of chapters that may contain notes or references. Other chapters need not be parsed. */
const MAY_HAVE_NOTES = /text-note|<a [^>]*>(?:<[^>]*>){0,3}[[({]?(?:\d|[a-z*†‡§¶])|[[(](?:\d{1,4}|\*{1,3})[\])]/i;
const BLOCK = /^(?:p|li|dd|td|tr|aside|blockquote)$/;
/**
 * Text of the back links that are added. The variation selector prevents browsers from showing the arrow as an emoji.
 */
const BACK_LABEL = '↩\uFE0E';

interface Chapter {
  readonly plan: number;
  readonly root: Node;
  isChanged: boolean;
}

interface Place {
  readonly chapter: Chapter;
  readonly element: Element;
}

/** A reference to a note. */
interface Reference extends Place {
  /** The anchor to which the reference links. */
  readonly id: string;
  readonly ofNote: Chapter;
}

/**
 * Connects notes with their references, including across chapters. Marks links as references if their target is a note.
 * Adds a link to the first reference to each note that has no link back.
 */
export function connectNotes<T extends Noted>(chapters: readonly T[]): T[] {
  const parsed = chapters.map(({ plan, html }): Chapter | undefined =>
    MAY_HAVE_NOTES.test(html) ? { plan, root: parseFragment(html), isChanged: false } : undefined,
  );
  const all = parsed.filter((one) => one !== undefined);
  for (const chapter of all) if (markLabels(chapter.root, chapter.plan)) chapter.isChanged = true;
  const { places, orders } = placesIn(all);
  const references = new Map<Element, Reference>();
  for (const chapter of all) for (const link of linksIn(chapter.root)) readLink({ chapter, element: link });
  for (const [note, reference] of references) addBackLink(note, reference);
  return chapters.map((chapter, index) => {
    const { root, isChanged = false } = parsed[index] ?? {};
    return isChanged && root ? { ...chapter, html: sanitise(serialize(root as Element)) } : chapter;
  });

  function readLink(link: Place): void {
    const id = targetOf(link.element);
    const target = places.get(id);
    const isLater = target && (orders.get(link.element) ?? 0) < (orders.get(target.element) ?? 0);
    const note = target && noteAt(target.element, link.element, isLater === true);
    if (!target || !note || isInside(link.element, note)) return;
    if (!hasClass(link.element, 'text-note-ref')) markReference(link);
    if (!references.has(note)) references.set(note, { ...link, id, ofNote: target.chapter });
  }

  /** Adds a link back to a reference, unless the note has one. */
  function addBackLink(note: Element, reference: Reference): void {
    if (linksOf(note).some((link) => isBack(link, note, reference.element))) return;
    const anchor = attribute(reference.element, 'id') || newId(reference.id);
    setAttribute(reference.element, 'id', anchor);
    const back = makeElement('a', [
      { name: 'class', value: 'text-note-back' },
      { name: 'href', value: `epub-chapter:${reference.chapter.plan}#${anchor}` },
    ]);
    defaultTreeAdapter.insertText(back, BACK_LABEL);
    const end = lastBlock(note);
    defaultTreeAdapter.insertText(end, ' ');
    moveInto(back, end);
    reference.chapter.isChanged = reference.ofNote.isChanged = true;
  }

  function newId(note: string): string {
    let id = `${note}-ref`;
    while (places.has(id)) id += '-ref';
    return id;
  }

  /** Whether a link in a note is a link back to its reference. */
  function isBack(link: Element, note: Element, reference: Element): boolean {
    if (hasClass(link, 'text-note-back')) return true;
    const target = places.get(targetOf(link))?.element;
    const around = target && blockOf(target);
    if (around && isInside(reference, around)) return true;
    return isNoteLabel(textOf(link).trim()) && !hasClass(link, 'text-note-ref') && !(target && isInside(target, note));
  }
}

/**
 * Returns the note to which a link refers: the marked note that contains the target, or else the target's block if the
 * link is a reference.
 * @param isLater whether the target comes after the link
 */
function noteAt(target: Element, link: Element, isLater: boolean): Element | undefined {
  if (hasClass(link, 'text-note-back')) return undefined;
  const isMarked = hasClass(link, 'text-note-ref');
  const label = textOf(link).trim();
  const note = ancestor(target, (one) => hasClass(one, 'text-note'));
  if (note) return isMarked || isNoteLabel(label) ? note : undefined;
  const block = blockOf(target);
  const isReference = isNoteLabel(label) && (hasLabel(block, label) || (isLater && isRaised(link))) && isInText(link);
  return isMarked || isReference ? block : undefined;
}

const lettersOf = (label: string) => label.replaceAll(/[[\](){}.:\s]/g, '');

/** Whether a block begins with the label of a link. */
function hasLabel(block: Element | undefined, label: string): boolean {
  if (!block) return false;
  const [first = ''] = textOf(block)
    .trim()
    .split(/\s|(?<=[\])}.:])/, 1);
  return lettersOf(first) === lettersOf(label) && lettersOf(label) !== '';
}

/** Minimum number of words outside links in a block of text. A block with fewer is a list of links. */
const MIN_WORDS = 3;

function isInText(link: Element): boolean {
  const block = blockOf(link);
  return block !== undefined && countWords(unlinkedText(block)) >= MIN_WORDS;
}

/** Returns the text of a node, without the text of links, because the label of a note is often attached to a word. */
const unlinkedText = (node: Node): string =>
  childrenOf(node)
    .map((child) => (isElement(child) ? (child.tagName === 'a' ? '' : unlinkedText(child)) : textOf(child)))
    .join('');

const blockOf = (element: Element) => ancestor(element, ({ tagName }) => BLOCK.test(tagName));

const isRaised = (link: Element) =>
  ancestor(link, ({ tagName }) => tagName === 'sup') !== undefined ||
  findAll(link, ({ tagName }) => tagName === 'sup').length > 0;

function markReference(link: Place): void {
  const { element, chapter } = link;
  setAttribute(element, 'class', `${attribute(element, 'class')} text-note-ref`.trim());
  if (!isRaised(element)) {
    const sup = makeElement('sup');
    replaceWith(element, [sup]);
    moveInto(element, sup);
  }
  chapter.isChanged = true;
}

/** Returns the elements with ids, by chapter and id, and the position of every element in the book. */
function placesIn(chapters: readonly Chapter[]) {
  const places = new Map<string, Place>();
  const orders = new Map<Element, number>();
  for (const chapter of chapters)
    for (const element of findAll(chapter.root, () => true)) {
      orders.set(element, orders.size);
      const id = attribute(element, 'id');
      if (id !== '' && !places.has(id)) places.set(id, { chapter, element });
    }
  return { places, orders };
}

const linksIn = (node: Node) =>
  findAll(node, (one) => one.tagName === 'a' && attribute(one, 'href').startsWith('epub-chapter:'));

/** Returns the links in a note. In a definition list, these include the links in the term of the note. */
function linksOf(note: Element): Element[] {
  const siblings = note.parentNode && note.tagName === 'dd' ? childrenOf(note.parentNode).filter(isElement) : [];
  const term = siblings[siblings.indexOf(note) - 1];
  return [...(term?.tagName === 'dt' ? linksIn(term) : []), ...linksIn(note)];
}

const targetOf = (link: Element) => /#(.+)$/.exec(attribute(link, 'href'))?.[1] ?? '';

const hasClass = (element: Element, name: string) => attribute(element, 'class').split(' ').includes(name);

function ancestor(element: Element, fits: (element: Element) => boolean): Element | undefined {
  for (let at: Node | null = element; at && isElement(at); at = at.parentNode) if (fits(at)) return at;
  return undefined;
}

const isInside = (element: Element, box: Element) => ancestor(element, (one) => one === box) !== undefined;

/** Returns the last paragraph or cell of a note, or else the note itself. */
function lastBlock(note: Element): Element {
  const last = childrenOf(note).findLast(isElement);
  return last && /^(?:p|td|blockquote)$/.test(last.tagName) ? lastBlock(last) : note;
}
