import { attribute, type Element, findAll, isElement, remove, setAttribute } from '../epub/tree.ts';
import type { ListNumber } from './docx-numbers.ts';

/** Prefix of the anchors that mark the items of lists, because mammoth does not read the formats of numbers. */
const LIST_ANCHOR = 'lectern-list-';

/** Returns the name of the anchor for an item of a list: its format and number. */
export const listAnchor = ({ type, value }: ListNumber): string => `${LIST_ANCHOR}${type || 'label'}-${value}`;

/** Sets the formats and numbers of lists from the anchors in their items, and removes the anchors. */
export function numberLists(body: Element): void {
  const last = new Map<Element, number>();
  for (const anchor of findAll(body, (element) => attribute(element, 'id').startsWith(LIST_ANCHOR))) {
    const [type = '', number = ''] = attribute(anchor, 'id').slice(LIST_ANCHOR.length).split('-');
    const item = ancestor(anchor, 'li');
    const list = item && ancestor(item, 'ol');
    remove(anchor);
    if (!item || !list) continue;
    const value = Number(number);
    const before = last.get(list);
    last.set(list, value);
    if (before === undefined) setAttribute(list, 'type', type === 'label' ? 'none' : type);
    if (before === undefined && value !== 1) setAttribute(list, 'start', number);
    if (before !== undefined && value !== before + 1) setAttribute(item, 'value', number);
  }
}

function ancestor(element: Element, tag: string): Element | undefined {
  for (let at = element.parentNode; at && isElement(at); at = at.parentNode) if (at.tagName === tag) return at;
  return undefined;
}
