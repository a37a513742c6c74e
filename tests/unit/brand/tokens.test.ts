import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBrands } from '#src/brand/registry.ts';
import { brandTokens, nightHeaderCss } from '#src/brand/tokens.ts';
import { contrast, luminance, type Oklch, parseOklch } from '#src/lib/color.ts';

const ROOT = join(import.meta.dirname, '../../..');
const brands = await loadBrands('brands');
const modes = brands.flatMap((brand) =>
  Object.entries(brandTokens(brand)).map(([mode, palette]) => [brand.id, mode, palette] as const),
);

const SURFACES = ['paper', 'surface', 'sunken', 'theme-wash', 'sheet-2', 'sheet-3', 'sheet-4', 'sheet-5'];

/** Text colours and the backgrounds on which they may be used. */
const PAIRS: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ...['ink', 'ink-soft', 'theme-ink', 'accent-ink', 'danger-ink'].map((text) => [text, SURFACES] as const),
  ['on-theme', ['theme']],
  ['on-accent', ['accent']],
  ['header-ink', ['header-ground']],
  ['header-ground', ['header-ink']],
  ['cover-ink', ['cover-ground']],
  ['paper', ['ink', 'ink-soft']],
];

describe.each(modes)('the colours of %s by %s', (_id, mode, palette: Readonly<Record<string, Oklch>>) => {
  const colour = (name: string): Oklch => {
    const value = palette[name];
    if (!value) throw new Error(`no --${name}`);
    return value;
  };

  it.each(PAIRS)('reach AA contrast for %s on every background on which it is used', (text, grounds) => {
    for (const ground of grounds) {
      expect(contrast(colour(text), colour(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('give control borders and the focus ring a contrast of 3:1', () => {
    for (const ground of SURFACES) {
      expect(contrast(colour('edge'), colour(ground)), `edge on ${ground}`).toBeGreaterThanOrEqual(3);
      expect(contrast(colour('theme-ink'), colour(ground)), `focus on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });

  it('have a dark header background with lighter text at night', () => {
    if (mode === 'day') return;
    // The image is darkened or multiplied, so the background can only become darker.
    expect(luminance(colour('header-ground'))).toBeLessThan(luminance(colour('header-ink')));
    expect(colour('header-ground').l).toBeLessThan(0.5);
  });
});

describe('the night colours of a page header', () => {
  const isLight = (text: string) => (parseOklch(text)?.l ?? 0) > 0.6;

  it.each(brands.map((brand) => [brand.id, brand] as const))(
    'invert the drawing and logo of %s only if the header is light',
    (_id, brand) => {
      expect(nightHeaderCss(brand).includes('multiply')).toBe(isLight(brand.headerGround));
    },
  );

  it('are tested with brands that have a light header and with brands that have a dark one', () => {
    const light = brands.filter(({ headerGround }) => isLight(headerGround));
    expect(light.length).toBeGreaterThan(0);
    expect(light.length).toBeLessThan(brands.length);
  });
});

describe('the style sheets of the site', () => {
  const sheets = globSync(['src/{features,shell}/**/*.css', 'brands/*/layout.css'], { cwd: ROOT });
  const css = sheets.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
  const tokenNames = new Set(Object.keys(modes[0]?.[2] ?? {}));

  it('use only text colours whose contrast is tested here', () => {
    const texts = new Set(PAIRS.map(([text]) => text));
    const used = css.flatMap(([path, sheet]) =>
      [...sheet.matchAll(/[^-]color:\s*var\(--([a-z-]+)/g)].map(([, name = '']) => ({ path, name })),
    );
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter(({ name }) => !texts.has(name))).toEqual([]);
  });

  it('use only brand backgrounds whose text contrast is tested here', () => {
    const grounds = new Set([...PAIRS.flatMap(([, list]) => list), 'theme', 'accent', 'line', 'edge']);
    const used = css.flatMap(([path, sheet]) =>
      [...sheet.matchAll(/background(?:-color)?:\s*var\(--([a-z0-9-]+)/g)].map(([, name = '']) => ({ path, name })),
    );
    expect(used.filter(({ name }) => tokenNames.has(name) && !grounds.has(name))).toEqual([]);
  });

  it('show the red notification and the toast in white with AA contrast', () => {
    const white = { l: 1, c: 0, h: 0 };
    const tokens = readFileSync(join(ROOT, 'src/shell/styles/tokens.css'), 'utf8');
    for (const name of ['danger', 'toast']) {
      const ground = parseOklch(new RegExp(`--${name}: (oklch\\([^)]*\\));`).exec(tokens)?.[1] ?? '');
      expect(ground && contrast(white, ground), name).toBeGreaterThanOrEqual(4.5);
    }
  });
});
