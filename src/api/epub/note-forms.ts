import { isNoteLabel } from '#src/lib/note-label.ts';
import { isNoteType, isUntypedNote } from './notes.ts';
import { isInline } from './pictures.ts';
import { anchorNames } from './summary.ts';
import {
  attribute,
  childrenOf,
  type Element,
  findAll,
  isElement,
  isText,
  makeElement,
  moveInto,
  replaceWith,
  setAttribute,
  textOf,
  typesOf,
} from './tree.ts';

/** Matches a paragraph that begins with the label of a note: "[1] Text", "6. Text", "* Text". */
const NOTE_START = /^\s*(?:[[({](?:\d{1,4}|[*†‡§¶]{1,4}|[a-z])[\])}]|\d{1,4}[.:)]?(?=\s)|[*†‡§¶]{1,4})/iu;
/** Maximum number of paragraphs of a note. A longer text is not a note. */
const MAX_PARAGRAPHS = 20;

type IsLinked = (name: string) => boolean;

/** Marks notes that the book does not mark, each with its complete text and nothing else. */
export function markNotes(body: Element, isLinked: IsLinked): void {
  markPictureLinks(body, isLinked);
  for (const list of findAll(body, ({ tagName }) => tagName === 'dl')) {
    const items = childrenOf(list).filter(isElement);
    for (const [index, term] of items.entries()) markDefinition(term, items[index + 1], isLinked);
  }
  for (const row of findAll(body, ({ tagName }) => tagName === 'tr')) markRow(row, isLinked);
  const parents = new Set(
    findAll(body, (element) => element.tagName === 'p' && beginsNote(element, isLinked)).map(
      (paragraph) => paragraph.parentNode,
    ),
  );
  for (const parent of parents) if (parent && isElement(parent)) groupParagraphs(parent, isLinked);
}

/** Marks links in a line of text that contain only a picture: they lead to a note or back from it. */
function markPictureLinks(body: Element, isLinked: IsLinked): void {
  for (const picture of findAll(body, ({ tagName }) => tagName === 'img')) {
    const link = picture.parentNode?.nodeName === 'sup' ? picture.parentNode.parentNode : picture.parentNode;
    if (!link || !isElement(link) || link.tagName !== 'a' || !/#./.test(attribute(link, 'href'))) continue;
    if (textOf(link).trim() !== '' || typesOf(link).length > 0 || !isInline(picture)) continue;
    setAttribute(link, 'epub:type', isWithinNote(link, isLinked) ? 'backlink' : 'noteref');
  }
}

function isWithinNote(link: Element, isLinked: IsLinked): boolean {
  let at = link.parentNode;
  for (let level = 0; level < 6 && at && isElement(at); level += 1) {
    if (isNoteType(at)) return true;
    if (/^(?:p|li|dd|td|aside)$/.test(at.tagName) && anchorNames(at).some(isLinked)) return true;
    at = at.parentNode;
  }
  return false;
}

/** Marks the definition of a term as a note if links point to the term: `<dt id="n1">1</dt><dd>Text</dd>`. */
function markDefinition(term: Element, definition: Element | undefined, isLinked: IsLinked): void {
  if (term.tagName !== 'dt' || definition?.tagName !== 'dd' || !isNoteLabel(textOf(term).trim())) return;
  const target = linkedIn(term, isLinked);
  if (target && moveAnchor(target, definition, isLinked)) setAttribute(definition, 'epub:type', 'footnote');
}

/** Marks a table row as a note if links point to its first cell: `<tr><td id="n1">1</td><td>Text</td></tr>`. */
function markRow(row: Element, isLinked: IsLinked): void {
  const cells = childrenOf(row).filter(isElement);
  const [label] = cells;
  if (!label || cells.length < 2 || !isNoteLabel(textOf(label).trim())) return;
  if (anchorNames(row).some(isLinked)) setAttribute(row, 'epub:type', 'footnote');
  const target = linkedIn(row, isLinked);
  if (target && moveAnchor(target, row, isLinked)) setAttribute(row, 'epub:type', 'footnote');
}

/** Returns the first element to which a link points: `element` itself or one in it. */
const linkedIn = (element: Element, isLinked: IsLinked): Element | undefined =>
  [element, ...findAll(element, () => true)].find((candidate) => anchorNames(candidate).some(isLinked));

function moveAnchor(from: Element, to: Element, isLinked: IsLinked): boolean {
  if (from === to || anchorNames(to).some(isLinked)) return from === to;
  const name = anchorNames(from).find(isLinked) ?? '';
  from.attrs = from.attrs.filter((attr) => attr.name !== 'id' && attr.name !== 'name');
  setAttribute(to, 'id', name);
  return true;
}

/** Whether a paragraph begins with the label of a note, and a link points to it. */
function beginsNote(paragraph: Element, isLinked: IsLinked): boolean {
  if (!NOTE_START.test(textOf(paragraph))) return false;
  if (anchorNames(paragraph).some(isLinked)) return true;
  const first = childrenOf(paragraph).find((child) => !isText(child) || child.value.trim() !== '');
  return first !== undefined && isElement(first) && linkedIn(first, isLinked) !== undefined;
}

/**
 * Joins the paragraphs of each note: up to the next note, or for the last one, up to the end if `parent` contains only
 * notes.
 */
function groupParagraphs(parent: Element, isLinked: IsLinked): void {
  if (isNote(parent, isLinked)) return;
  const children = childrenOf(parent).filter(isElement);
  const starts = children.filter((child) => child.tagName === 'p' && beginsNote(child, isLinked));
  const firstText = children.find(({ tagName }) => !/^(?:h[1-6]|hr|header)$/.test(tagName));
  const isNotesSection = firstText !== undefined && (firstText === starts[0] || isNote(firstText, isLinked));
  let note: Element[] = [];
  const end = (isBounded: boolean) => {
    if (note.length > 1 && note.length <= MAX_PARAGRAPHS && isBounded) wrap(note);
    note = [];
  };
  const startSet = new Set(starts);
  for (const child of children) {
    if (startSet.has(child)) {
      end(true);
      note = [child];
    } else if (isLabelled(child)) end(true);
    else if (note[0] && linksTo(child, note[0])) end(false);
    else if (/^(?:p|blockquote|ul|ol)$/.test(child.tagName) && note.length > 0 && !isNoteType(child)) note.push(child);
    else end(isNotesSection || isNote(child, isLinked));
  }
  end(isNotesSection);
}

/** Whether a paragraph begins with a label. It ends the note before it even if no reference points to it. */
const isLabelled = (element: Element) => element.tagName === 'p' && /^\s*\[(?:\d{1,4}|\*{1,3})\]/.test(textOf(element));

/** Whether a block contains a link to a note, so that it is text and not a part of the note. */
function linksTo(block: Element, note: Element): boolean {
  const names = new Set([note, ...findAll(note, () => true)].flatMap(anchorNames));
  const links = findAll(block, ({ tagName }) => tagName === 'a');
  return links.some((link) => names.has(attribute(link, 'href').split('#')[1] ?? ''));
}

const isNote = (element: Element, isLinked: IsLinked) => isNoteType(element) || isUntypedNote(element, isLinked);

function wrap(elements: readonly Element[]): void {
  const [first, ...others] = elements;
  if (!first) return;
  const note = makeElement('aside', [{ name: 'epub:type', value: 'footnote' }]);
  replaceWith(first, [note]);
  for (const element of [first, ...others]) moveInto(element, note);
}
