import { defaultTreeAdapter } from 'parse5';
import { isNoteLabel } from '#src/lib/note-label.ts';
import { anchorNames } from '../epub/summary.ts';
import { oneLine } from '../epub/text.ts';
import {
  attribute,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  makeElement,
  nodesOf,
  remove,
  setAttribute,
  textOf,
} from '../epub/tree.ts';
import { targetOf } from './links.ts';

const BLOCK = /^(?:p|div|li|dd|dt|aside|td|tr|section|blockquote|h[1-6]|body)$/;
const HEADING = /^h[1-6]$/;

/** Notes that have been removed from the page, by the element of their first reference. */
export type Notes = ReadonlyMap<Element, Element>;

type Backlinks = ReadonlyMap<Element, string | undefined>;

interface Pair {
  readonly reference: Element;
  readonly back: Element;
}

/**
 * Removes the notes from a page and returns them. Finds them by their links, because all programs link a note and its
 * reference to each other. Both get their DPUB-ARIA roles, and the note begins with its label.
 */
export function takeNotes(body: Element): Notes {
  const pairs = pairsOf(body);
  /** Backlinks, each with the anchor of its note. */
  const backlinks: Backlinks = new Map(pairs.map(({ reference, back }) => [back, targetOf(reference)]));
  const notes = new Map<Element, Element>();
  const firstReferences = new Map<Element, Element>();
  for (const { reference, back } of pairs) {
    setAttribute(reference, 'role', 'doc-noteref');
    setAttribute(back, 'role', 'doc-backlink');
    const note = noteOf(back, backlinks);
    if (firstReferences.has(note)) continue;
    firstReferences.set(note, reference);
  }
  for (const [note, reference] of firstReferences) {
    const parent = note.parentNode;
    finish(note, reference, backlinks);
    remove(note);
    if (parent && isElement(parent)) removeEmptyBoxes(parent);
    notes.set(reference, note);
  }
  return notes;
}

/** Returns each reference with the first link in its note that points back to it, in document order. */
function pairsOf(body: Element): Pair[] {
  const places = new Map<Element, number>();
  const anchors = new Map<string, Element>();
  for (const node of nodesOf(body)) {
    if (!isElement(node)) continue;
    places.set(node, places.size);
    for (const name of anchorNames(node)) if (!anchors.has(name)) anchors.set(name, node);
  }
  const links = [...places.keys()].filter((element) => element.tagName === 'a' && targetOf(element) !== undefined);
  const references = Map.groupBy(links, (link) => targetOf(link) ?? '');
  const pairs: Pair[] = [];
  const usedBoxes = new Set<Element>();
  for (const back of links) {
    const target = anchors.get(targetOf(back) ?? '');
    const box = target && blockOf(back);
    if (!target || !box || HEADING.test(box.tagName) || !isNoteLabel(textOf(back))) continue;
    const names = [box, ...findAll(box, () => true), ...boxesAround(box)].flatMap(anchorNames);
    const reference = names
      .flatMap((name) => references.get(name) ?? [])
      .find((link) => link !== back && isAt(link, target) && (places.get(link) ?? 0) < (places.get(back) ?? 0));
    if (!reference || usedBoxes.has(reference) || usedBoxes.has(back) || !isNoteLabel(textOf(reference))) continue;
    usedBoxes.add(reference).add(back);
    pairs.push({ reference, back });
  }
  return pairs;
}

/** Whether a link is at an anchor: on it, inside it, around it or next to it. */
function isAt(link: Element, anchor: Element): boolean {
  for (let element: Element | undefined = link; element; element = parentOf(element)) {
    if (element === anchor) return true;
    if (BLOCK.test(element.tagName)) break;
  }
  for (let one: Element | undefined = anchor; one && !BLOCK.test(one.tagName); one = parentOf(one))
    if (one === link || one.parentNode === link.parentNode) return true;
  return false;
}

const parentOf = (element: Element): Element | undefined =>
  element.parentNode && isElement(element.parentNode) ? element.parentNode : undefined;

function blockOf(element: Element): Element {
  let block = element;
  for (let one = parentOf(element); one; one = parentOf(one)) {
    block = one;
    if (BLOCK.test(one.tagName)) break;
  }
  return block;
}

/** Returns the list items or boxes around a paragraph of a note. One of them may have the anchor of the note. */
function boxesAround(block: Element): Element[] {
  const boxes: Element[] = [];
  for (let one = parentOf(block); one && one.tagName !== 'body' && boxes.length < 3; one = parentOf(one))
    boxes.push(one);
  return boxes;
}

/** Returns the largest element that contains only the note of a backlink. */
function noteOf(back: Element, backlinks: Backlinks): Element {
  let note = blockOf(back);
  for (let box = parentOf(note); box && /^(?:div|li|aside|dd|td|tr)$/.test(box.tagName); box = parentOf(box)) {
    const inner = findAll(box, (one) => backlinks.has(one) || HEADING.test(one.tagName));
    const targets = new Set(inner.map((one) => backlinks.get(one) ?? ''));
    if (targets.size > 1 || targets.has('')) break;
    const isList = /(?:^|\s)(?:footnotes|endnotes)|footnote-list|endnote-list/.test(
      `${attribute(box, 'class')} ${attribute(box, 'style')}`,
    );
    const hasRule = findAll(box, ({ tagName }) => tagName === 'hr').length > 0;
    if (isList || hasRule || (box.tagName === 'div' && !textOf(box).trim().startsWith(textOf(note).trim()))) break;
    note = box;
    if (box.tagName === 'li') break;
  }
  return note;
}

/** Turns the note into a box that begins with a link back to its reference. */
function finish(note: Element, reference: Element, backlinks: Backlinks): void {
  const own = findAll(note, (one) => backlinks.has(one));
  const [first] = own;
  const label = oneLine(textOf(reference));
  const start = firstBlock(note);
  const isAtStart = first && findAll(start, (one) => one === first).length > 0;
  if (first && !(isAtStart && textOf(note).trim().startsWith(textOf(first).trim()))) {
    for (const back of own) remove(back);
    first.childNodes = [];
    defaultTreeAdapter.insertText(first, label);
    const before = start.childNodes[0];
    const gap = makeElement('span');
    defaultTreeAdapter.insertText(gap, ' ');
    for (const node of [first, gap])
      if (before) defaultTreeAdapter.insertBefore(start, node, before);
      else defaultTreeAdapter.appendChild(start, node);
  } else if (first) separate(first);
  note.attrs = note.attrs.filter(({ name }) => name !== 'epub:type');
  setAttribute(note, 'role', 'doc-footnote');
  if (/^(?:li|dd|dt|td|tr)$/.test(note.tagName)) note.tagName = note.nodeName = 'div';
}

/** Inserts a space between the label of a note and its text, because LibreOffice does not. */
function separate(back: Element): void {
  const siblings = back.parentNode ? childrenOf(back.parentNode) : [];
  const next = siblings[siblings.indexOf(back) + 1];
  if (next && isText(next) && /^[\p{L}\p{N}]/u.test(next.value)) next.value = ` ${next.value}`;
}

/** Returns the first paragraph of a note, or the note itself if it has none. */
const firstBlock = (note: Element): Element => findAll(note, ({ tagName }) => tagName === 'p')[0] ?? note;

/** Removes a list of notes that has become empty, and the rule above it. */
function removeEmptyBoxes(box: Element): void {
  if (box.tagName === 'body' || textOf(box).trim() !== '') return;
  const parent = parentOf(box);
  if (childrenOf(box).some((child) => isElement(child) && /^(?:img|svg|table)$/.test(child.tagName))) return;
  remove(box);
  if (parent) removeEmptyBoxes(parent);
}
