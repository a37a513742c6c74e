import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MARK_COLOURS } from '#src/contract/entities/marks.ts';
import { LAYERS } from '#src/features/reader/text/highlight-layers.ts';
import { contrast, parseOklch } from '#src/lib/color.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const css = ['marks/mark-colours', 'marks/marks', 'listen/listening']
  .map((name) => readFileSync(join(ROOT, `src/features/reader/${name}.css`), 'utf8'))
  .join('\n');

/** The highlight colours in light and dark mode. */
const grounds = [...css.matchAll(/--(mark-[a-z]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\);/g)].map(
  ([, name = '', day = '', night = '']) => ({ name, day: parseOklch(day), night: parseOklch(night) }),
);
/** The text colour, which has the same lightness for every brand (src/brand/tokens.ts). */
const INK = { day: { l: 0.24, c: 0.012, h: 90 }, night: { l: 0.9, c: 0.012, h: 90 } };

describe('mark colours', () => {
  it.each(grounds)('$name keeps the text readable by day and by night', ({ day, night }) => {
    expect(day && contrast(INK.day, day)).toBeGreaterThanOrEqual(7);
    expect(night && contrast(INK.night, night)).toBeGreaterThanOrEqual(4.5);
  });

  it('exist for every colour choice, each with one highlight style', () => {
    expect(grounds.map(({ name }) => name)).toEqual(expect.arrayContaining(MARK_COLOURS.map((name) => `mark-${name}`)));
    for (const layer of LAYERS) expect(css).toContain(`::highlight(${layer})`);
  });
});
