import { isNoteType } from './notes.ts';
import { anchorNames } from './summary.ts';
import { type Element, findAll, makeElement, replaceWith, textOf } from './tree.ts';

/** Many books hide notes until a reader opens one. Links to a heading or a page number lead to no note. */
const MAY_BE_NOTE = /^(?:aside|div|section|p|li|ol|ul|dl|dt|dd|tr|td|table)$/;

/**
 * Removes hidden elements except for notes. Anchors in them stay, since links may lead there.
 * @param hidden by style sheets; the `hidden` attribute is read as well
 * @param isLinked whether some link of the book points to an anchor
 */
export function removeHidden(body: Element, hidden: WeakSet<Element>, isLinked: (name: string) => boolean): void {
  const all = findAll(body, (element) => hidden.has(element) || element.attrs.some(({ name }) => name === 'hidden'));
  const gone = new Set<Element>();
  for (const element of all) {
    if (gone.has(element)) continue;
    const inner = [element, ...findAll(element, () => true)];
    if (inner.some((one) => isNote(one, isLinked))) continue;
    for (const one of inner) gone.add(one);
    const names = inner.flatMap(anchorNames).filter(isLinked);
    replaceWith(
      element,
      names.map((name) => makeElement('span', [{ name: 'id', value: name }])),
    );
  }
}

function isNote(element: Element, isLinked: (name: string) => boolean): boolean {
  if (isNoteType(element)) return true;
  return MAY_BE_NOTE.test(element.tagName) && anchorNames(element).some(isLinked) && /\p{L}/u.test(textOf(element));
}
