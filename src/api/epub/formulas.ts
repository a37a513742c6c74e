import { attribute, childrenOf, type Element, findAll, isElement, isText, remove, textOf } from './tree.ts';

/** The text alternative of a formula, unless it is LaTeX or missing; else its own text. */
export function mathText(math: Element): string {
  const alternative = attribute(math, 'alttext').trim();
  if (alternative !== '' && !/[\\{}]/.test(alternative)) return alternative;
  for (const note of findAll(math, ({ tagName }) => tagName.startsWith('annotation'))) remove(note);
  return textOf(math) || alternative;
}

/** `epub:switch` offers markup that we may not know, such as chemistry, beside a default for everyone. */
export function hasDefault(element: Element): boolean {
  const siblings = element.parentNode ? childrenOf(element.parentNode).filter(isElement) : [];
  return siblings.some(
    (one) =>
      one.tagName === 'epub:default' &&
      childrenOf(one).some((child) => (isText(child) ? child.value.trim() !== '' : isElement(child))),
  );
}
