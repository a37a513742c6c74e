import { unsupportedInStyle } from './check-style.ts';
import { isReviewedStyle } from './reviewed-uses.ts';
import type { UnsupportedUse } from './types.ts';

/** What minimum browsers ignore in a brand's style sheet. */
export interface IgnoredStyle {
  readonly line: number;
  /** The feature, the browsers that lack it, and what to do. */
  readonly message: string;
}

/** @param css a brand's `layout.css`, which is sent as it is: no build writes older forms of it */
export function ignoredInBrandStyle(css: string): IgnoredStyle[] {
  const ignored = unsupportedInStyle(css)
    .filter(({ feature }) => !isReviewedStyle(feature))
    .map((use) => ({ line: use.line, message: messageOf(use) }));
  const once = new Map(ignored.map((one) => [`${one.line} ${one.message}`, one]));
  return [...once.values()].sort((one, other) => one.line - other.line);
}

function messageOf({ feature, lackedBy, selector, drops = [] }: UnsupportedUse): string {
  const where = selector === undefined ? '' : ` in "${selector}"`;
  const lost = drops.length > 0 ? ` They drop it for "${drops.join(', ')}" too: write two rules.` : '';
  // A phone's browser is named only where the desktop's knows it.
  const browsers = lackedBy.filter((label) => !lackedBy.some((other) => label.startsWith(`${other} for `)));
  return `${feature}${where} is unknown to ${browsers.join(', ')}. ${remedyFor(feature)}${lost}`;
}

function remedyFor(feature: string): string {
  if (feature === 'css.selectors.nesting')
    return 'They drop the inner rules: write each as a rule of its own, with its whole selector.';
  if (feature.startsWith('css.selectors.'))
    return 'They drop the whole rule: use a selector that they know, or put what they can do without into @supports selector(…).';
  if (feature.startsWith('css.at-rules.'))
    return 'They drop everything in it: use a rule that they know, or only put in what they can do without.';
  const [, kind, property, value] = feature.split('.');
  if (kind === 'properties' && value === undefined)
    return `They ignore the declaration: put what they can do without into @supports (${property}: …).`;
  return 'They ignore the declaration: write one that they know before it, and put this one into @supports (…) if it has var().';
}
