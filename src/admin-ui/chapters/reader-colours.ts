import { brandTokens } from '../../brand/tokens.ts';
import { formatOklch } from '../../lib/color.ts';

/** Colours of the brand `local`, which is neutral. */
const NEUTRAL = {
  themeColor: 'oklch(0.5 0.06 230)',
  headerGround: 'oklch(0.4 0.032 232)',
  headerColor: 'oklch(0.965 0.01 230)',
};

const TOKENS = brandTokens(NEUTRAL);

/** Gives a page of the site the colours of its day or night. */
export function paint(root: HTMLElement, mode: 'day' | 'night'): void {
  root.style.setProperty('color-scheme', mode === 'day' ? 'light' : 'dark');
  for (const [name, value] of Object.entries(TOKENS[mode])) root.style.setProperty(`--${name}`, formatOklch(value));
}
