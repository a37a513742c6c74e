import { isNoteType } from './notes.ts';
import { anchorNames } from './summary.ts';
import { type Element, findAll, makeElement, replaceWith, textOf } from './tree.ts';

/** Matches hidden elements that may be notes, which many books hide until they are opened. Headings cannot be notes. */
const MAY_BE_NOTE = /^(?:aside|div|section|p|li|ol|ul|dl|dt|dd|tr|td|table)$/;

/**
 * Removes hidden elements except notes. Replaces the link targets in them with empty spans.
 * @param hidden elements hidden by style sheets, in addition to those with the attribute `hidden`
 * @param isLinked returns whether a link of the book points to an anchor
 * @returns the removed elements
 */
export function removeHidden(body: Element, hidden: WeakSet<Element>, isLinked: (name: string) => boolean): Element[] {
  const outermost: Element[] = [];
  const all = findAll(body, (element) => hidden.has(element) || element.attrs.some(({ name }) => name === 'hidden'));
  const removed = new Set<Element>();
  for (const element of all) {
    if (removed.has(element)) continue;
    const inner = [element, ...findAll(element, () => true)];
    if (inner.some((hiddenElement) => isNote(hiddenElement, isLinked))) continue;
    for (const hiddenElement of inner) removed.add(hiddenElement);
    outermost.push(element);
    const names = inner.flatMap(anchorNames).filter(isLinked);
    replaceWith(
      element,
      names.map((name) => makeElement('span', [{ name: 'id', value: name }])),
    );
  }
  return outermost;
}

function isNote(element: Element, isLinked: (name: string) => boolean): boolean {
  if (isNoteType(element)) return true;
  return MAY_BE_NOTE.test(element.tagName) && anchorNames(element).some(isLinked) && /\p{L}/u.test(textOf(element));
}
