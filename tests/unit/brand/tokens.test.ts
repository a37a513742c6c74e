import { describe, expect, it } from 'vitest';
import { loadBrands } from '#src/brand/registry.ts';
import { brandTokens } from '#src/brand/tokens.ts';
import { contrast, type Oklch } from '#src/lib/color.ts';

const brands = await loadBrands('brands');
const modes = brands.flatMap((brand) =>
  Object.entries(brandTokens(brand)).map(([mode, palette]) => [brand.id, mode, palette] as const),
);

/** Which text may stand on which ground. */
const PAIRS: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['ink', ['paper', 'surface', 'sunken', 'theme-wash']],
  ['ink-soft', ['paper', 'surface', 'sunken', 'theme-wash']],
  ['theme-ink', ['paper', 'surface', 'sunken', 'theme-wash']],
  ['accent-ink', ['paper', 'surface', 'sunken', 'theme-wash']],
  ['on-theme', ['theme']],
  ['on-accent', ['accent']],
  ['header-ink', ['header-ground']],
];

describe.each(modes)('%s by %s', (_id, _mode, palette: Readonly<Record<string, Oklch>>) => {
  const colour = (name: string): Oklch => {
    const value = palette[name];
    if (!value) throw new Error(`no --${name}`);
    return value;
  };

  it('reaches AA for every text on every ground it may stand on', () => {
    for (const [text, grounds] of PAIRS) {
      for (const ground of grounds) {
        expect(contrast(colour(text), colour(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('shows edges of controls by 3:1', () => {
    for (const ground of ['paper', 'surface'])
      expect(contrast(colour('edge'), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
