import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Brand, loadBrands } from '#src/brand/registry.ts';
import { contrast, parseOklch, toHex } from '#src/lib/color.ts';
import { SHIPPED_BRANDS } from '../../helpers/shipped-brands.ts';
import { contrastOfPixels, greyscale, meanDifference, pixels } from './pictures.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');
const PICTURES = ['logo', 'icon', 'bookSourceImg', 'headerBg', 'notFoundImg', 'emptyImg'] as const;
type Picture = (typeof PICTURES)[number];
const SIZES: Readonly<Record<Exclude<Picture, 'logo'>, string>> = {
  icon: '0 0 512 512',
  bookSourceImg: '0 0 400 600',
  headerBg: '0 0 1600 120',
  notFoundImg: '0 0 480 360',
  emptyImg: '0 0 240 180',
};
/** What an image may not contain: scripts, external resources, and text that needs the visitor's fonts. */
const FORBIDDEN = [
  /<(script|style|foreignObject|image|text|a|animate\w*|set|iframe)[\s>/]/i,
  /\s(on\w+|style|font-family)\s*=/i,
  /(href|src)\s*=\s*["'](?!#)/i,
  /url\(\s*["']?(?!#)/i,
  /<[!?]/,
  /javascript:|data:|@import/i,
];

const brands = await loadBrands(join(ROOT, 'brands'));
const shipped = brands.filter(({ id }) => SHIPPED_BRANDS.includes(id));
const pairs = shipped.flatMap((one, index) => shipped.slice(index + 1).map((other) => [one, other] as const));
const each = describe.each(brands.map((brand) => [brand.id, brand] as const));
const read = (brand: Brand, picture: Picture) => readFile(join(brand.folder, brand[picture]), 'utf8');

describe('all brands', () => {
  it.each(['appName', 'apiPrefix'] as const)('have different values of %s', (field) => {
    expect(new Set(brands.map((brand) => brand[field])).size).toBe(brands.length);
  });
});

describe('the shipped brands', () => {
  it('call the API under their own prefix', () => {
    expect(shipped.length).toBeGreaterThan(0);
    for (const { id, apiPrefix } of shipped) expect(apiPrefix).toBe(id === 'local' ? '/public' : `/${id}_api`);
  });

  it.each(['tagline', 'themeColor', 'supportEmail'] as const)('have different values of %s', (field) => {
    expect(new Set(shipped.map((brand) => brand[field])).size).toBe(shipped.length);
  });

  it('have different display fonts, headers and measurement ids', () => {
    const faces = new Set(shipped.map(({ displayFace }) => displayFace.family));
    const headers = new Set(shipped.map(({ headerGround }) => headerGround));
    const ids = shipped.flatMap(({ analytics }) => analytics.map(({ measurementId }) => measurementId));
    expect([faces.size, headers.size, new Set(ids).size]).toEqual([shipped.length, shipped.length, ids.length]);
  });

  it('have at least seven listing layouts', () => {
    expect(new Set(shipped.map(({ listing }) => listing)).size).toBeGreaterThanOrEqual(Math.min(7, shipped.length));
  });

  it('have no image in common', async () => {
    const texts = await Promise.all(shipped.flatMap((brand) => PICTURES.map((picture) => read(brand, picture))));
    expect(new Set(texts).size).toBe(shipped.length * PICTURES.length);
  });

  it.each(['icon', 'bookSourceImg'] as const)('have a %s that is distinguishable without colour', async (picture) => {
    const grey = new Map<string, Buffer>();
    for (const brand of shipped) grey.set(brand.id, await greyscale(await read(brand, picture)));
    const alike = pairs.filter(([one, other]) => meanDifference(grey.get(one.id), grey.get(other.id)) < 8);
    expect(alike.map(([one, other]) => `${one.id} = ${other.id}`)).toEqual([]);
  });
});

each('the images of the brand %s', (_id, brand) => {
  it.each(PICTURES)('contain no scripts, loaded resources or fonts: %s', async (picture) => {
    const text = await read(brand, picture);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8 * 1024);
    expect(FORBIDDEN.filter((pattern) => pattern.test(text))).toEqual([]);
  });

  it.each(PICTURES)('are well-formed and not blank: %s', async (picture) => {
    const { data } = await pixels(await read(brand, picture), 64);
    expect(new Set(data).size).toBeGreaterThan(2);
  });

  it.each(Object.entries(SIZES) as [Picture, string][])('have the required size: %s', async (picture, box) => {
    expect(await read(brand, picture)).toContain(`viewBox="${box}"`);
  });

  it('include a logo of 32 px height and 90 to 170 px width', async () => {
    const width = /viewBox="0 0 (\d+) 32"/.exec(await read(brand, 'logo'))?.[1];
    expect(Number(width)).toBeGreaterThanOrEqual(90);
    expect(Number(width)).toBeLessThanOrEqual(170);
  });
});

each('header text of the brand %s', (_id, brand) => {
  const ink = parseOklch(brand.headerColor);

  it('has sufficient contrast with the background headerGround', () => {
    const ground = parseOklch(brand.headerGround);
    expect(ink && ground ? contrast(ink, ground) : 0).toBeGreaterThanOrEqual(4.5);
  });

  it('has sufficient contrast with the header image, down to the rule at the bottom', async () => {
    const image = await pixels(await read(brand, 'headerBg'), 1600);
    expect(contrastOfPixels(image, ink, { left: 0, top: 0, right: 1600, bottom: 110 })).toBeGreaterThanOrEqual(4.5);
  });

  it('has sufficient contrast with the title area of the default cover', async () => {
    const image = await pixels(await read(brand, 'bookSourceImg'), 400);
    expect(contrastOfPixels(image, ink, { left: 42, top: 120, right: 358, bottom: 320 })).toBeGreaterThanOrEqual(4.5);
  });

  it('is shown on a header image that begins with the colour headerGround', async () => {
    const ground = parseOklch(brand.headerGround);
    expect(await read(brand, 'headerBg')).toContain(`height="120" fill="${ground ? toHex(ground) : ''}"`);
  });
});

each('the display font of the brand %s', (_id, { displayFace }) => {
  it('declares the same subsets as its package', async () => {
    for (const { file, weight, unicodeRange } of displayFace.files) {
      const [, name] = file.split('/');
      const css = await readFile(join(MODULES, '@fontsource', name ?? '', `${weight}.css`), 'utf8');
      const rule = css.split('@font-face').find((part) => part.includes(file.split('/').slice(2).join('/')));
      expect(rule).toContain(`font-weight: ${weight};`);
      expect(rule).toContain(`unicode-range: ${unicodeRange};`);
    }
  });

  it('has at most 30 KB in the file that blocks the first paint', async () => {
    const [first] = displayFace.files;
    expect((await stat(join(MODULES, first?.file ?? ''))).size).toBeLessThanOrEqual(30_000);
  });

  it('is licensed under the Open Font License', async () => {
    const [scope, name] = displayFace.files[0]?.file.split('/') ?? [];
    const manifest = JSON.parse(await readFile(join(MODULES, scope ?? '', name ?? '', 'package.json'), 'utf8'));
    expect(manifest.license).toBe('OFL-1.1');
  });

  it('preloads the latin subset', () => {
    expect(displayFace.files[0]?.file).toMatch(/-latin-\d+-normal\.woff2$/);
  });
});
