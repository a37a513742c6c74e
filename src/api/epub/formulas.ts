import { attribute, childrenOf, type Element, findAll, isElement, isText, remove, textOf } from './tree.ts';

/** Returns the alternative text of a formula, or its own text if the alternative is missing or LaTeX. */
export function mathText(math: Element): string {
  const alternative = attribute(math, 'alttext').trim();
  if (alternative !== '' && !/[\\{}]/.test(alternative)) return alternative;
  for (const note of findAll(math, ({ tagName }) => tagName.startsWith('annotation'))) remove(note);
  return textOf(math) || alternative;
}

/**
 * Whether an `epub:case` has an `epub:default` sibling with content. The default then replaces the case, because a case
 * may contain unsupported markup, such as chemical formulas.
 */
export function hasDefault(element: Element): boolean {
  const siblings = element.parentNode ? childrenOf(element.parentNode).filter(isElement) : [];
  return siblings.some(
    (sibling) =>
      sibling.tagName === 'epub:default' &&
      childrenOf(sibling).some((child) => (isText(child) ? child.value.trim() !== '' : isElement(child))),
  );
}
