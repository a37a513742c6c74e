import { defaultTreeAdapter } from 'parse5';
import { attribute, childrenOf, type Element, findAll, isElement, makeElement, textOf } from './tree.ts';

/**
 * Matches classes of boxes with notes by the author, from FanFicFare and sites: "fff_head_notes",
 * "author-note-portlet".
 */
const AUTHOR_NOTE = /(?:^|\s)(?:fff_(?:head|foot|chapter)_notes|author-?notes?(?:-portlet)?|authors-note)(?:\s|$)/i;
const BOX = /^(?:div|section|aside)$/;

/**
 * Adds a horizontal rule between the story and notes by the author, because the boxes around the notes are not kept in
 * chapters.
 */
export function separateAuthorNotes(body: Element): void {
  const isNote = (element: Element) => BOX.test(element.tagName) && AUTHOR_NOTE.test(attribute(element, 'class'));
  for (const note of findAll(body, isNote)) {
    const parent = note.parentNode;
    if (!parent || !isElement(parent)) continue;
    const siblings = childrenOf(parent);
    const at = siblings.indexOf(note);
    const [before, after] = [siblings.slice(0, at).findLast(hasContent), siblings.slice(at + 1).find(hasContent)];
    if (before && isStory(before)) defaultTreeAdapter.insertBefore(parent, makeElement('hr'), note);
    if (after && isStory(after)) defaultTreeAdapter.insertBefore(parent, makeElement('hr'), after);
  }
}

const hasContent = (node: Parameters<typeof textOf>[0]) =>
  textOf(node).trim() !== '' || (isElement(node) && node.tagName === 'hr');
/** Whether a node next to a note belongs to the story. A note next to a heading or a rule needs no additional rule. */
const isStory = (node: Parameters<typeof textOf>[0]) => !isElement(node) || !/^(?:h[1-6]|hr)$/.test(node.tagName);
