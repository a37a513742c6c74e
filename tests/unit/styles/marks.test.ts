import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MARK_COLOURS } from '#src/contract/entities/marks.ts';
import { LAYERS } from '#src/islands/reader/text/highlight-layers.ts';
import { contrast, parseOklch } from '#src/lib/color.ts';

const ROOT = join(import.meta.dirname, '../../..');
const css = ['marks', 'listening'].map((name) => readFileSync(join(ROOT, `src/styles/${name}.css`), 'utf8')).join('\n');

/** Day and night of a colour a passage may have. */
const grounds = [...css.matchAll(/--(mark-[a-z]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\);/g)].map(
  ([, name = '', day = '', night = '']) => ({ name, day: parseOklch(day), night: parseOklch(night) }),
);
/** The page's ink, the same lightness for every brand (src/brand/tokens.ts). */
const INK = { day: { l: 0.24, c: 0.012, h: 90 }, night: { l: 0.9, c: 0.012, h: 90 } };

describe('the colours of marks', () => {
  it.each(grounds)('$name lets the text be read, by day and by night', ({ day, night }) => {
    expect(day && contrast(INK.day, day)).toBeGreaterThanOrEqual(7);
    expect(night && contrast(INK.night, night)).toBeGreaterThanOrEqual(4.5);
  });

  it('are there for each that can be chosen, and each layer shows one', () => {
    expect(grounds.map(({ name }) => name)).toEqual(expect.arrayContaining(MARK_COLOURS.map((name) => `mark-${name}`)));
    for (const layer of LAYERS) expect(css).toContain(`::highlight(${layer})`);
  });
});
