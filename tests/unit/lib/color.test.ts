import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adjustToContrast,
  contrast,
  fitGamut,
  formatOklch,
  fromHex,
  luminance,
  parseOklch,
  toHex,
} from '#src/lib/color.ts';
import { examples } from '../../slow-tests.ts';

const white = { l: 1, c: 0, h: 0 };
const black = { l: 0, c: 0, h: 0 };

describe('parseOklch', () => {
  it('parses numbers and percentages', () => {
    expect(parseOklch('oklch(0.55 0.13 38)')).toEqual({ l: 0.55, c: 0.13, h: 38 });
    expect(parseOklch('oklch(55% 0.13 38)')).toEqual({ l: 0.55, c: 0.13, h: 38 });
  });

  it.each([
    '#ff0000',
    'oklch(2 0.1 10)',
    'oklch(0.5 0.1)',
    'oklch(0.5 0.9 10)',
    'oklch(0.5 0.1 361)',
    'xoklch(0.5 0.1 10)',
    'oklch(0.5 0.1 10) x',
    '',
  ])('rejects "%s"', (text) => {
    expect(parseOklch(text)).toBeUndefined();
  });

  it.each([
    ['oklch(1 0.5 360)', { l: 1, c: 0.5, h: 360 }],
    ['oklch( 0.5  0.1\t 10 )', { l: 0.5, c: 0.1, h: 10 }],
  ])('parses %s', (text, color) => expect(parseOklch(text)).toEqual(color));

  it('parses its own output', () => {
    expect(parseOklch(formatOklch({ l: 0.5, c: 0.12, h: 123.4 }))).toEqual({ l: 0.5, c: 0.12, h: 123.4 });
  });
});

describe('fromHex', () => {
  it.each([
    // The sRGB primaries as listed in CSS Color 4.
    ['#ff0000', { l: 0.62796, c: 0.25768, h: 29.234 }],
    ['#00ff00', { l: 0.86644, c: 0.29483, h: 142.495 }],
    ['#0000FF', { l: 0.45201, c: 0.31321, h: 264.052 }],
  ])('converts %s to OKLCH', (hex, expected) => {
    const color = fromHex(hex);
    expect(color?.l).toBeCloseTo(expected.l, 3);
    expect(color?.c).toBeCloseTo(expected.c, 3);
    expect(color?.h).toBeCloseTo(expected.h, 1);
  });

  it.each(['#000000', '#0a0a0a', '#808080', '#ffffff'])('gives %s no chroma', (hex) => {
    expect(fromHex(hex)?.c).toBeCloseTo(0, 4);
  });

  it('is the inverse of toHex, and its colours are valid as text', () => {
    const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(anyHex, (hex) => {
        const color = fromHex(hex);
        expect(color && toHex(color)).toBe(hex);
        expect(parseOklch(color ? formatOklch(color) : '')).toBeDefined();
      }),
      { numRuns: examples(1000) },
    );
  });

  it.each(['', 'ff0000', '#f00', '#ff00000', '#ff000g', '#ff0000 ', 'red'])('rejects "%s"', (text) => {
    expect(fromHex(text)).toBeUndefined();
  });
});

describe('the conversion of a colour from OKLCH', () => {
  it.each([
    [white, '#ffffff'],
    [black, '#000000'],
    // The sRGB primaries as listed in CSS Color 4.
    [{ l: 0.62796, c: 0.25768, h: 29.234 }, '#ff0000'],
    [{ l: 0.86644, c: 0.29483, h: 142.495 }, '#00ff00'],
    [{ l: 0.45201, c: 0.31321, h: 264.052 }, '#0000ff'],
    [{ l: 0.59987, c: 0, h: 0 }, '#808080'],
    [{ l: 0.14478, c: 0, h: 0 }, '#0a0a0a'],
  ])('maps %j to %s', (color, hex) => {
    expect(toHex(color)).toBe(hex);
  });

  it('reduces the chroma until sRGB can show the colour', () => {
    const fitted = fitGamut({ l: 0.6, c: 0.4, h: 150 });
    expect(fitted.c).toBeLessThan(0.4);
    expect(fitted).toMatchObject({ l: 0.6, h: 150 });
  });

  // No sRGB colour with the same lightness and hue is more vivid than these primaries and their shades.
  it.each([
    ['red', { l: 0.62796, c: 0.25768, h: 29.234 }],
    ['green', { l: 0.86644, c: 0.29483, h: 142.495 }],
    ['white', { l: 1, c: 0, h: 30 }],
    ['a dark green', { l: 0.86644 / 2, c: 0.29483 / 2, h: 142.495 }],
  ])('does not reduce the chroma further than needed for %s', (_name, color) => {
    expect(fitGamut({ ...color, c: 0.4 }).c).toBeCloseTo(color.c, 2);
    expect(fitGamut({ ...color, c: color.c / 2 }).c).toBe(color.c / 2);
  });
});

describe('the contrast of two colours', () => {
  it('is 21 between black and white, in either order', () => {
    expect(contrast(white, black)).toBeCloseTo(21, 3);
    expect(contrast(black, white)).toBeCloseTo(21, 3);
    expect(luminance(white)).toBeCloseTo(1, 3);
  });

  it("is raised by changing a colour's lightness until it suffices on every background", () => {
    const grounds = [white, { l: 0.95, c: 0.01, h: 50 }];
    const text = adjustToContrast({ l: 0.8, c: 0.15, h: 50 }, grounds, 4.5, 0);
    for (const ground of grounds) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    [{ l: 0.8, c: 0, h: 0 }, white, 0],
    [{ l: 0.2, c: 0, h: 0 }, black, 1],
  ] as const)('is not raised further than needed for %j on %j', (color, ground, to) => {
    const text = adjustToContrast(color, [ground], 4.5, to);
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, ground)).toBeLessThan(4.8);
  });

  it('is not changed if it is exactly sufficient', () => {
    const gray = { l: 0.4, c: 0, h: 0 };
    expect(adjustToContrast(gray, [white], contrast(gray, white), 0)).toEqual(gray);
  });

  it('is raised as far as black or white allows if no colour has enough contrast', () => {
    const color = { l: 0.8, c: 0.15, h: 50 };
    expect(adjustToContrast(color, [white, black], 20, 0)).toEqual({ l: 0, c: 0, h: 50 });
    expect(adjustToContrast(color, [white, black], 20, 1)).toEqual({ l: 1, c: 0, h: 50 });
  });

  it('is not changed if it is more than sufficient', () => {
    expect(adjustToContrast({ l: 0.2, c: 0, h: 0 }, [white], 4.5, 0).l).toBeCloseTo(0.2);
  });
});
