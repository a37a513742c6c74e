import { defaultTreeAdapter } from 'parse5';
import {
  attribute,
  type Child,
  childrenOf,
  type Element,
  findAll,
  isElement,
  makeElement,
  moveInto,
  replaceWith,
  textOf,
} from './tree.ts';

/** Matches classes of pictures whose alternative text is a note: `qqreader-footnote`, `zhangyue-footnote`. */
const NOTE_CLASS = /(?:^|[\s_-])foot-?note(?:$|[\s_-])/i;
/** Matches alternative texts that only mean "note". */
const NAME = /^(?:(?:foot|end)?notes?|注|註|注释|註釋|脚注|腳註)$/i;
const CONTAINER = /^(?:body|section|div|article|main)$/;

/**
 * Replaces pictures that contain a note in an attribute with references, and adds the notes at the end of their
 * chapters. Chinese stores put notes into `zy-footnote`, or into the alternative text of an icon without a link.
 */
export function expandPictureNotes(body: Element): void {
  if (findAll(body, isNotePicture).length === 0) return;
  let count = 0;
  for (const container of [body, ...findAll(body, ({ tagName }) => CONTAINER.test(tagName))]) {
    const children: Child[] = [];
    let notes: Element[] = [];
    for (const child of childrenOf(container)) {
      // A document may contain several chapters, so the notes so far are added before the next heading.
      if (isElement(child) && hasHeading(child)) {
        children.push(...notes);
        notes = [];
      }
      children.push(child);
      if (!isElement(child) || CONTAINER.test(child.tagName) || textOf(child).trim() === '') continue;
      for (const picture of findAll(child, isNotePicture)) {
        count += 1;
        notes.push(expand(picture, count));
      }
    }
    container.childNodes = [...children, ...notes];
    for (const child of container.childNodes) child.parentNode = container;
  }
}

const hasHeading = (element: Element): boolean =>
  /^h[1-6]$/.test(element.tagName) || findAll(element, ({ tagName }) => /^h[1-6]$/.test(tagName)).length > 0;

/** Replaces a picture with a reference. @returns the note */
function expand(picture: Element, number: number): Element {
  const id = `picture-note-${number}`;
  const label = `[${number}]`;
  const paragraph = makeElement('p');
  moveInto(link(label, 'backlink', `${id}-ref`), paragraph);
  defaultTreeAdapter.insertText(paragraph, ` ${noteOf(picture)}`);
  const note = makeElement('aside', [
    { name: 'epub:type', value: 'footnote' },
    { name: 'id', value: id },
  ]);
  moveInto(paragraph, note);
  const reference = link(label, 'noteref', id);
  reference.attrs.push({ name: 'id', value: `${id}-ref` });
  replaceWith(picture, [reference]);
  return note;
}

const noteOf = (picture: Element): string =>
  (attribute(picture, 'zy-footnote') || attribute(picture, 'alt')).replaceAll(/\s+/g, ' ').trim();

function isNotePicture(picture: Element): boolean {
  if (picture.tagName !== 'img') return false;
  const isMarked = attribute(picture, 'zy-footnote') !== '' || NOTE_CLASS.test(attribute(picture, 'class'));
  const note = isMarked ? noteOf(picture) : '';
  return /\p{L}/u.test(note) && !NAME.test(note) && !isLinked(picture);
}

function isLinked(picture: Element): boolean {
  for (let at = picture.parentNode; at && isElement(at); at = at.parentNode) if (at.tagName === 'a') return true;
  return false;
}

function link(label: string, type: string, target: string): Element {
  const element = makeElement('a', [
    { name: 'epub:type', value: type },
    { name: 'href', value: `#${target}` },
  ]);
  defaultTreeAdapter.insertText(element, label);
  return element;
}
