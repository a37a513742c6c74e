import { anchorNames } from './summary.ts';
import { countWords } from './text.ts';
import { attribute, type Element, findAll, textOf, typesOf } from './tree.ts';

const NOTE_TYPES = new Set(['footnote', 'endnote', 'rearnote', 'note', 'annotation']);
const BACK_TYPES = new Set(['backlink', 'referrer']);
/** A box with more words is no note. */
const MOST_WORDS = 500;
/** "12", "[a]", "*", "↩": what leads from a note back to the text. */
const LABEL = /^[[({]?(?:note\s)?(?:\d{1,4}|[ivxlc]{1,6}|[a-z]|[^\p{L}\p{N}\s]{1,4})[\])}]?[.:]?$/iu;

/**
 * What an element is among notes, as the class it gets; undefined for all that has nothing to do with them. By its type,
 * and where a box has none by its first link, which leads back.
 * @param isLinked whether some link of the book leads to an anchor
 */
export function noteClass(element: Element, isLinked: (name: string) => boolean): string | undefined {
  const types = typesOf(element);
  if (element.tagName === 'a' && attribute(element, 'href') !== '') {
    if (types.includes('noteref')) return 'text-note-ref';
    return types.some((type) => BACK_TYPES.has(type)) ? 'text-note-back' : undefined;
  }
  const isNote = types.some((type) => NOTE_TYPES.has(type)) || isUntypedNote(element, isLinked);
  return isNote ? 'text-note' : undefined;
}

function isUntypedNote(element: Element, isLinked: (name: string) => boolean): boolean {
  if (!/^(?:div|section|aside)$/.test(element.tagName)) return false;
  const [link] = findAll(element, ({ tagName }) => tagName === 'a');
  if (!link || !LABEL.test(textOf(link).trim()) || !attribute(link, 'href').includes('#')) return false;
  const text = textOf(element).trim();
  if (!text.startsWith(textOf(link).trim()) || countWords(text) > MOST_WORDS) return false;
  if (findAll(element, ({ tagName }) => /^(?:h[1-6]|img|a)$/.test(tagName) && tagName !== 'a').length > 0) return false;
  return [element, ...findAll(element, () => true)].some((inner) => anchorNames(inner).some(isLinked));
}
