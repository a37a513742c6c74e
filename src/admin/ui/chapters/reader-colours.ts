import { brandTokens } from '../../../brand/tokens.ts';
import { formatOklch } from '../../../lib/color.ts';

/** The neutral colours of the brand `local`. */
const NEUTRAL = {
  themeColor: 'oklch(0.5 0.06 230)',
  headerGround: 'oklch(0.4 0.032 232)',
  headerColor: 'oklch(0.965 0.01 230)',
};

const TOKENS = brandTokens(NEUTRAL);

/** Sets the colours of day or night mode on a page of the site. */
export function paint(root: HTMLElement, mode: 'day' | 'night'): void {
  root.style.setProperty('color-scheme', mode === 'day' ? 'light' : 'dark');
  for (const [name, value] of Object.entries(TOKENS[mode])) root.style.setProperty(`--${name}`, formatOklch(value));
}
