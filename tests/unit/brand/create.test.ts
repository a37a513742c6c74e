import { resolve } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { checkStyleSheet } from '#src/brand/check/style-sheet.ts';
import { checkSvg } from '#src/brand/check/svg.ts';
import { type BrandWish, createBrand, wishProblems } from '#src/brand/create/draft.ts';
import { FACES } from '#src/brand/create/faces.ts';
import { createPalette, readColour } from '#src/brand/create/palette.ts';
import { BrandData } from '#src/brand/schema.ts';
import { brandTokens } from '#src/brand/tokens.ts';
import { LOCALE_CODES } from '#src/contract/locales.ts';
import { contrast, type Oklch, parseOklch } from '#src/lib/color.ts';
import localBrand from '../../../brands/local/brand.ts';
import { contrastOfPixels, pixels } from './pictures.ts';

const MODULES = resolve('node_modules');
const BRAND_OPTIONS: BrandWish = {
  id: 'demo',
  name: 'Demo Reads',
  colour: '#7a3cff',
  hosts: [],
  locales: ['en'],
  face: 'outfit',
};

const colour = (text: string): Oklch => {
  const read = readColour(text) ?? parseOklch(text);
  if (!read) throw new Error(`no colour: ${text}`);
  return read;
};

const SURFACES = ['paper', 'surface', 'sunken', 'theme-wash', 'sheet-2', 'sheet-3', 'sheet-4', 'sheet-5'];
const PAIRS: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ...['ink', 'ink-soft', 'theme-ink', 'accent-ink', 'danger-ink'].map((text) => [text, SURFACES] as const),
  ['on-theme', ['theme']],
  ['on-accent', ['accent']],
  ['header-ink', ['header-ground']],
  ['cover-ink', ['cover-ground']],
];

/** Text colours in the palette whose contrast is below AA, by mode. */
function unreadable(data: BrandData): string[] {
  return Object.entries(brandTokens(data)).flatMap(([mode, palette]) =>
    PAIRS.flatMap(([text, grounds]) =>
      grounds
        .filter((ground) => {
          const [one, other] = [palette[text], palette[ground]];
          return !one || !other || contrast(one, other) < 4.5;
        })
        .map((ground) => `${text} on ${ground} by ${mode}`),
    ),
  );
}

const anyHex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('a palette generated from one colour', () => {
  it('passes the brand check and is readable by day and by night, whatever the colour', () => {
    const property = fc.property(anyHex, (hex) => {
      const { onGround, alone, ...fields } = createPalette(colour(hex));
      const data = v.parse(BrandData, { ...localBrand, ...fields });
      expect(unreadable(data)).toEqual([]);
      const ink = colour(fields.headerColor);
      for (const ground of [onGround.ground, onGround.deep, onGround.raised])
        expect(contrast(ink, colour(ground)), `${onGround.ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      for (const tone of [alone.strong, alone.accent])
        for (const paper of ['#ffffff', '#000000'])
          expect(contrast(colour(tone), colour(paper)), `${tone} on ${paper}`).toBeGreaterThanOrEqual(1.8);
    });
    const edges = ['#000000', '#ffffff', '#808080', '#ffff00', '#0000ff', '#ff0000', '#00ff00', '#7a3cff', '#b6b6b6'];
    fc.assert(property, { numRuns: 400, examples: edges.map((hex) => [hex]) });
  });

  it('keeps a readable colour and darkens all other colours', () => {
    expect(createPalette(colour('#7a3cff')).themeColor).toMatch(/^oklch\(0\.5\d+ 0\.26\d* 289/);
    expect(colour(createPalette(colour('#ffff66')).themeColor).l).toBeLessThan(0.8);
  });

  it.each([
    ['#7a3cff', true],
    ['teal', true],
    ['rgb(122 60 255)', true],
    ['color(display-p3 1 0 0)', true],
    ['oklch(0.7 0.5 40)', true],
    ['transparent', false],
    ['#7a3cff80', false],
    ['purplish', false],
    ['', false],
    ['#12', false],
    ['oklch(none none none / 0)', false],
  ])('accepts %s as a colour: %s', (text, is) => {
    expect(readColour(text) !== undefined).toBe(is);
  });
});

describe('the files of a new brand', () => {
  it.each([
    ['demo', 'Demo Reads', '#7a3cff', 'outfit'],
    ['bright', 'Io', '#ffd400', 'quicksand'],
    ['long-one', 'A Fortnight of Quixotic Jumbled Wyverns', '#fff', 'playfair-display'],
    ['unbroken', 'Donaudampfschifffahrtsgesellschaftsbuch', '#000', 'fraunces'],
    ['viet', 'Truyện Đêm Khuya', '#0b6e4f', 'lexend'],
    ['quoted', `Reader's "Own"`, 'tomato', 'literata'],
  ])('pass the checks that every command runs: %s', async (id, name, options, face) => {
    const files = await createBrand({ ...BRAND_OPTIONS, id, name, colour: options, face }, [], MODULES);
    expect(Object.keys(files)).toEqual([
      'brand.ts',
      'layout.css',
      ...['logo', 'icon', 'cover', 'header', 'not-found', 'empty'].map((picture) => `assets/${picture}.svg`),
    ]);
    expect(checkStyleSheet(String(files['layout.css']))).toEqual([]);
    for (const [path, content] of Object.entries(files).filter(([file]) => file.endsWith('.svg'))) {
      const text = String(content);
      expect(checkSvg(text).findings, path).toEqual([]);
      expect(Buffer.byteLength(text), path).toBeLessThanOrEqual(8 * 1024);
    }
    const { size } = checkSvg(String(files['assets/logo.svg']));
    expect(size?.width).toBeGreaterThanOrEqual(90);
    expect(size?.width).toBeLessThanOrEqual(170);
  });

  it('have space for the title on the cover, and a header on which text is readable', async () => {
    const files = await createBrand(BRAND_OPTIONS, [], MODULES);
    const ink = colour(createPalette(colour(BRAND_OPTIONS.colour)).headerColor);
    const image = await pixels(String(files['assets/cover.svg']), 400);
    expect(contrastOfPixels(image, ink, { left: 42, top: 120, right: 358, bottom: 320 })).toBeGreaterThanOrEqual(4.5);
    const header = await pixels(String(files['assets/header.svg']), 1600);
    expect(contrastOfPixels(header, ink, { left: 0, top: 0, right: 1600, bottom: 110 })).toBeGreaterThanOrEqual(4.5);
  });

  it('are the same for the same id, and different for a different id', async () => {
    const [one, again, other] = await Promise.all(
      ['demo', 'demo', 'other'].map((id) => createBrand({ ...BRAND_OPTIONS, id }, [], MODULES)),
    );
    expect(again).toEqual(one);
    for (const picture of ['icon', 'cover', 'header', 'not-found'])
      expect(other?.[`assets/${picture}.svg`], picture).not.toBe(one?.[`assets/${picture}.svg`]);
  });

  it('name fonts that are installed', async () => {
    for (const face of Object.keys(FACES))
      expect(await createBrand({ ...BRAND_OPTIONS, face }, [], MODULES)).toHaveProperty('brand.ts');
  });

  it('are not created for a name with characters missing from the font', async () => {
    await expect(createBrand({ ...BRAND_OPTIONS, name: '読書' }, [], MODULES)).rejects.toThrow(
      /no letter "読".*--face/,
    );
  });
});

describe('the options of a new brand', () => {
  const other = { id: 'else', appName: 'Else', hosts: ['www.else.example'], apiPrefix: '/else_api' };

  it.each([
    [{ id: 'Demo' }, 'id', /lower-case letters/],
    [{ id: 'all' }, 'id', /commands use it for every brand/],
    [{ id: 'else' }, 'id', /"else" is taken/],
    [{ name: 'x'.repeat(41) }, 'name', /41/],
    [{ name: 'Else' }, 'name', /"else" is also named/],
    [{ colour: 'purplish' }, 'colour', /is not a colour.*"purplish"/],
    [{ hosts: ['https://x.example'] }, 'host', /host name in lower case/],
    [{ hosts: ['www.else.example'] }, 'host', /"else" has www\.else\.example/],
    [{ locales: ['de'] }, 'locale', /must begin with "en"/],
    [{ locales: ['en', 'xx'] }, 'locale', /xx/],
    [{ face: 'comic' }, 'face', /Available: .*outfit/],
    [{ tagline: 'short' }, 'tagline', /5/],
    [{ email: 'nobody' }, 'email', /e-mail address/],
  ] as const)('are rejected with the name of the invalid option: %j', (change, option, message) => {
    expect(wishProblems({ ...BRAND_OPTIONS, ...change }, [other])).toEqual([
      { option, message: expect.stringMatching(message) },
    ]);
  });

  it('may include every language', () => {
    expect(wishProblems({ ...BRAND_OPTIONS, locales: [...LOCALE_CODES] }, [other])).toEqual([]);
  });

  it('may include a host without a dot', () => {
    expect(wishProblems({ ...BRAND_OPTIONS, hosts: ['reader'] }, [other])).toEqual([]);
  });
});
