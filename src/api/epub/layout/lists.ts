import { LIST_STYLES } from '#src/contract/chapter/chapter-markup.ts';
import { attribute, childrenOf, type Element, isElement } from '../tree.ts';

const BY_TYPE: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
  none: 'none',
};
const SYNONYMS: Readonly<Record<string, string>> = { 'lower-latin': 'lower-alpha', 'upper-latin': 'upper-alpha' };

/** Returns the marker style of a list, from its CSS or its attribute `type`; '' for the default. */
export function listStyleOf(element: Element, value: (name: string) => string): string {
  if (!/^[ou]l$/.test(element.tagName)) return '';
  const declared = value('list-style-type') || value('list-style');
  const names = declared.split(/\s+/).map((name) => SYNONYMS[name] ?? name);
  // In `list-style`, `none` may also refer to the marker image, as in `none square`, so other names take precedence.
  const name =
    names.find((candidate) => candidate !== 'none' && LIST_STYLES.includes(candidate)) ??
    names.find((candidate) => candidate === 'none');
  const others = names.some((name) => /^(?:disc|circle|square)$/.test(name));
  const style = others ? '' : (name ?? BY_TYPE[attribute(element, 'type') || itemType(element)] ?? '');
  return style === 'decimal' && element.tagName === 'ol' ? '' : style;
}

/** Returns the attribute `type` of the first item, where old books set it instead of on the list. */
function itemType(list: Element): string {
  const first = childrenOf(list).find((child): child is Element => isElement(child) && child.tagName === 'li');
  return first ? attribute(first, 'type') : '';
}
