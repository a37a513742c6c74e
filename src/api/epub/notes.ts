import { countWords } from '#src/lib/count-words.ts';
import { isNoteLabel } from '#src/lib/note-label.ts';
import { anchorNames } from './summary.ts';
import { attribute, type Element, findAll, textOf, typesOf } from './tree.ts';

const NOTE_TYPES = new Set(['footnote', 'endnote', 'rearnote', 'note', 'annotation']);
const BACK_TYPES = new Set(['backlink', 'referrer']);
/** Maximum number of words of a note. */
const MAX_WORDS = 500;

/**
 * Returns the class of a note, of a reference or of a link back; undefined for other elements. The epub:type of an
 * element determines its class. A container without epub:type is a note if it begins with a link that is its label.
 * @param isLinked returns whether a link of the book points to an anchor
 */
export function noteClass(element: Element, isLinked: (name: string) => boolean): string | undefined {
  const types = typesOf(element);
  if (element.tagName === 'a' && attribute(element, 'href') !== '') {
    if (types.includes('noteref')) return 'text-note-ref';
    return types.some((type) => BACK_TYPES.has(type)) ? 'text-note-back' : undefined;
  }
  return isNoteType(element) || isUntypedNote(element, isLinked) ? 'text-note' : undefined;
}

export const isNoteType = (element: Element): boolean => typesOf(element).some((type) => NOTE_TYPES.has(type));

/** Whether an element begins with a link that is the label of a note. */
function beginsWithLabel(element: Element): boolean {
  const [link] = findAll(element, ({ tagName }) => tagName === 'a');
  const label = link ? textOf(link).trim() : '';
  return isNoteLabel(label) && textOf(element).trim().startsWith(label);
}

/** Whether a container without epub:type is a note. A container with several labels contains several notes. */
export function isUntypedNote(element: Element, isLinked: (name: string) => boolean): boolean {
  if (!/^(?:div|section|aside)$/.test(element.tagName)) return false;
  const [link] = findAll(element, ({ tagName }) => tagName === 'a');
  if (!link || !isNoteLabel(textOf(link).trim()) || !attribute(link, 'href').includes('#')) return false;
  const text = textOf(element).trim();
  if (!text.startsWith(textOf(link).trim()) || countWords(text) > MAX_WORDS) return false;
  if (findAll(element, (inner) => /^(?:h[1-6]|img)$/.test(inner.tagName) || isNoteType(inner)).length > 0) return false;
  if (findAll(element, ({ tagName }) => /^(?:p|li)$/.test(tagName)).filter(beginsWithLabel).length > 1) return false;
  return [element, ...findAll(element, () => true)].some((inner) => anchorNames(inner).some(isLinked));
}
