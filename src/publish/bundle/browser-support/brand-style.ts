import { unsupportedInStyle } from './check-style.ts';
import { isReviewedStyle } from './reviewed-uses.ts';
import type { UnsupportedUse } from './types.ts';

/** A part of a brand's style sheet that at least one minimum browser ignores. */
export interface IgnoredStyle {
  readonly line: number;
  /** Names the feature, the browsers that lack it, and what to do. */
  readonly message: string;
}

/** @param css a brand's `layout.css`, which is served unchanged: no build step rewrites it for older browsers */
export function ignoredInBrandStyle(css: string): IgnoredStyle[] {
  const ignored = unsupportedInStyle(css)
    .filter(({ feature }) => !isReviewedStyle(feature))
    .map((use) => ({ line: use.line, message: messageOf(use) }));
  const byKey = new Map(ignored.map((style) => [`${style.line} ${style.message}`, style]));
  return [...byKey.values()].sort((a, b) => a.line - b.line);
}

function messageOf({ feature, lackedBy, selector, drops = [] }: UnsupportedUse): string {
  const where = selector === undefined ? '' : ` in "${selector}"`;
  const lost = drops.length > 0 ? ` They also drop it for "${drops.join(', ')}": write two rules.` : '';
  // Omits a mobile browser if the desktop browser of the same name lacks the feature too.
  const browsers = lackedBy.filter((label) => !lackedBy.some((other) => label.startsWith(`${other} for `)));
  return `${feature}${where} is not supported by ${browsers.join(', ')}. ${remedyFor(feature)}${lost}`;
}

function remedyFor(feature: string): string {
  if (feature === 'css.selectors.nesting')
    return 'They drop the nested rules: write each as a separate rule with its full selector.';
  if (feature.startsWith('css.selectors.'))
    return 'They drop the whole rule: use a supported selector, or put optional styles into @supports selector(…).';
  if (feature.startsWith('css.at-rules.'))
    return 'They drop its content: use a supported rule, or put only optional styles into it.';
  const [, kind, property, value] = feature.split('.');
  if (kind === 'properties' && value === undefined)
    return `They ignore the declaration: put optional styles into @supports (${property}: …).`;
  return 'They ignore the declaration: write a supported one before it, and put this one into @supports (…) if it contains var().';
}
