import { defaultTreeAdapter, parseFragment, serialize } from 'parse5';
import { countWords } from '#src/lib/count-words.ts';
import { isNoteLabel } from '#src/lib/note-label.ts';
import { markLabels } from './label-notes.ts';
import {
  beginsWithLabel,
  isAttached,
  isBracketedLabel,
  isNumberOfItem,
  isSameLabel,
  isSymbolLabel,
  textBefore,
} from './note-labels.ts';
import { sanitise } from './sanitise.ts';
import {
  attribute,
  type Child,
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

/**
 * Matches the HTML of chapters that may contain notes or references. Other chapters are parsed only if a link with the
 * label of a note points to them.
 */
const MAY_HAVE_NOTES = /text-note|<a [^>]*>(?:<[^>]*>){0,3}[^<\s]|[[(](?:\d{1,4}|\*{1,3})[\])]/i;
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
  const parsed = parsedChapters(chapters);
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
    if (!target || hasClass(link.element, 'text-note-back')) return;
    const isLater = (orders.get(link.element) ?? 0) < (orders.get(target.element) ?? 0);
    const block = noteAt(target.element, link.element, isLater);
    if (!block || isInside(link.element, block)) return;
    const note = withTextBelow(block, link.element) ?? block;
    if (note !== block) target.chapter.isChanged = true;
    else if (/^h[2-4]$/.test(block.tagName)) return;
    if (!hasClass(link.element, 'text-note-ref')) markReference(link);
    if (!references.has(note)) references.set(note, { ...link, id, ofNote: target.chapter });
  }

  /** Marks the links back to a reference, or adds one if there is none. */
  function addBackLink(note: Element, reference: Reference): void {
    const backs = linksOf(note).filter((link) => isBack(link, note, reference.element));
    for (const back of backs) {
      if (hasClass(back, 'text-note-back') || !isAtEdge(back)) continue;
      setAttribute(back, 'class', `${attribute(back, 'class')} text-note-back`.trim());
      reference.ofNote.isChanged = true;
    }
    if (backs.length > 0) return;
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
 * Parses the chapters that may contain notes or references, and those to which links with the label of a note point.
 */
function parsedChapters(chapters: readonly Noted[]): (Chapter | undefined)[] {
  const parse = ({ plan, html }: Noted): Chapter => ({ plan, root: parseFragment(html), isChanged: false });
  const likely = chapters.map((chapter) => (MAY_HAVE_NOTES.test(chapter.html) ? parse(chapter) : undefined));
  const labels = likely.flatMap((chapter) => (chapter ? linksIn(chapter.root) : [])).filter(isLabelled);
  const targets = new Set(labels.map(targetOf));
  const isTarget = ({ html }: Noted) => [...html.matchAll(/ id="([\w-]+)"/g)].some(([, id = '']) => targets.has(id));
  return chapters.map((chapter, at) => likely[at] ?? (isTarget(chapter) ? parse(chapter) : undefined));
}

const isLabelled = (link: Element) => hasClass(link, 'text-note-ref') || isNoteLabel(textOf(link).trim());

/**
 * Returns the note to which a link refers: the marked note that contains the target, or else the target's block if the
 * link is a reference.
 * @param isLater whether the target comes after the link
 */
function noteAt(target: Element, link: Element, isLater: boolean): Element | undefined {
  const isMarked = hasClass(link, 'text-note-ref');
  const label = textOf(link).trim();
  const note = ancestor(target, (one) => hasClass(one, 'text-note'));
  if (note) return isMarked || isNoteLabel(label) ? note : undefined;
  const block = targetBlock(target);
  if (!block) return undefined;
  if (isMarked) return itemOf(block);
  const own = blockOf(link);
  if (!own || !isNoteLabel(label) || !isInText(own)) return undefined;
  const isHeading = HEADING.test(block.tagName);
  if (beginsWithLabel(block, label)) {
    // A heading with a number usually begins a chapter.
    if (!isHeading && !isSameLabel(textOf(block), label)) return itemOf(block);
    return isSameLabel(textOf(block), label) && isLater && isReference(link, own, label) ? block : undefined;
  }
  if (!isLater || isHeading) return undefined;
  if (isRaised(link) || isSymbolLabel(label) || isBracketedLabel(label)) return itemOf(block);
  const item = itemOf(block);
  return isNumberOfItem(item, label) && isAttached(link, own) ? item : undefined;
}

const isReference = (link: Element, block: Element, label: string) =>
  isRaised(link) || isSymbolLabel(label) || isBracketedLabel(label) || isAttached(link, block);

const HEADING = /^h[2-4]$/;

/** Returns the block that contains the target of a link, or the block after an empty anchor between blocks. */
function targetBlock(target: Element): Element | undefined {
  const block = ancestor(target, ({ tagName }) => BLOCK.test(tagName) || HEADING.test(tagName));
  if (block || textOf(target).trim() !== '') return block;
  const next = siblingsAfter(target).find((node) => isElement(node) || textOf(node).trim() !== '');
  return next && isElement(next) && BLOCK.test(next.tagName) ? next : undefined;
}

function siblingsAfter(element: Element): Child[] {
  const siblings = element.parentNode ? childrenOf(element.parentNode) : [];
  return siblings.slice(siblings.indexOf(element) + 1);
}

/** Returns the list item that begins with a paragraph, or else the paragraph. */
function itemOf(block: Element): Element {
  const parent = block.parentNode;
  const isFirst = parent && childrenOf(parent).find((child) => textOf(child).trim() !== '') === block;
  return block.tagName === 'p' && isFirst && isElement(parent) && /^(?:li|dd)$/.test(parent.tagName) ? parent : block;
}

/** Maximum number of paragraphs below a label. More paragraphs are not a note. */
const MAX_PARAGRAPHS = 20;

/**
 * Joins a block that is only the label of a note, such as a heading, with the paragraphs below it.
 * @returns undefined if the block contains more than a label, or no note is below it
 */
function withTextBelow(block: Element, link: Element): Element | undefined {
  if (!/^(?:p|h[2-4])$/.test(block.tagName) || !isSameLabel(textOf(block), textOf(link))) return undefined;
  const paragraphs: Element[] = [];
  for (const node of siblingsAfter(block)) {
    if (!isElement(node)) continue;
    const isText = /^(?:p|blockquote|ul|ol)$/.test(node.tagName) && !isNoteLabel(textOf(node).trim());
    if (!isText || isInside(link, node)) break;
    paragraphs.push(node);
  }
  if (paragraphs.length === 0 || paragraphs.length > MAX_PARAGRAPHS) return undefined;
  const note = makeElement('aside', [{ name: 'class', value: 'text-note' }]);
  replaceWith(block, [note]);
  block.tagName = block.nodeName = 'p';
  for (const part of [block, ...paragraphs]) moveInto(part, note);
  return note;
}

/** Minimum number of words outside links in a block of text. A block with fewer is a list of links. */
const MIN_WORDS = 3;

const isInText = (block: Element) => countWords(unlinkedText(block)) >= MIN_WORDS;

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

/** Whether a link is the first or last text of its block, apart from brackets and periods. */
function isAtEdge(link: Element): boolean {
  const block = blockOf(link);
  if (!block) return true;
  const before = textBefore(link, block);
  const after = textOf(block).slice(before.length + textOf(link).length);
  return [before, after].some((text) => !/[\p{L}\p{N}]/u.test(text));
}

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
