import { defaultTreeAdapter } from 'parse5';
import { attribute, childrenOf, type Element, findAll, isElement, makeElement, textOf } from './tree.ts';

/** Classes of the boxes in which sites and FanFicFare put notes by the author: "fff_head_notes", "author-note-portlet". */
const AUTHOR_NOTE = /(?:^|\s)(?:fff_(?:head|foot|chapter)_notes|author-?notes?(?:-portlet)?|authors-note)(?:\s|$)/i;
const BOX = /^(?:div|section|aside)$/;

/**
 * Separates notes by the author from the story with a rule, because chapters do not show the boxes around the notes.
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
/** A heading or rule separates notes already. */
const isStory = (node: Parameters<typeof textOf>[0]) => !isElement(node) || !/^(?:h[1-6]|hr)$/.test(node.tagName);
