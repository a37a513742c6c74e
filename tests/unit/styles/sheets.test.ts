import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COVER_SIZES } from '#src/components/book/listing-cover-sizes.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = globSync('src/styles/*.css', { cwd: ROOT }).map((path) => path.slice('src/styles/'.length));
const LAYOUT_BYTES = 2500;

describe('style sheets', () => {
  it('are all in a bundle that pages load', () => {
    const bundles = globSync('src/styles/bundles/*.css', { cwd: ROOT }).map(read).join('');
    expect(files.filter((name) => !bundles.includes(`../${name}"`))).toEqual([]);
  });

  it('come in one bundle for each page, but for the page that shows all of the design', () => {
    const pages = globSync('src/pages/**/[!_]*.astro', { cwd: ROOT });
    const bundlesOf = (page: string) => read(page).match(/^import '#src\/styles\/bundles\/[a-z]+\.css';$/gm) ?? [];
    expect(pages.filter((page) => bundlesOf(page).length !== 1)).toEqual(['src/pages/design.astro']);
  });

  it('lay every listing out', () => {
    const kinds = read('src/styles/list-kinds.css') + read('src/styles/list-showpieces.css');
    expect(Object.keys(COVER_SIZES).filter((listing) => !kinds.includes(`.list--${listing} `))).toEqual([]);
  });

  it('have a ground for each of the 36 tones', () => {
    const tones = [...read('src/styles/tones.css').matchAll(/\[data-tone="(\d+)"\]/g)].map(([, tone]) => Number(tone));
    expect(tones).toEqual(Array.from({ length: 36 }, (_none, tone) => tone));
  });

  it("have a size of text for each step but the first paint's own", () => {
    const sizes = [...read('src/styles/reader.css').matchAll(/data-size="(\d+)"/g)].map(([, size]) => Number(size));
    expect(sizes).toEqual([14, 15, 17, 18, 19, 20, 21, 22, 23, 24]);
  });
});

describe('layers', () => {
  const tokens = read('src/styles/tokens.css');
  const layer = (name: string) => Number(new RegExp(`--z-${name}: (\\d+);`).exec(tokens)?.[1]);

  it('are the tab bar at 1 and overlays from 2000', () => {
    expect(layer('tabs')).toBe(1);
    expect(['overlay', 'bar', 'panel', 'message', 'progress'].filter((name) => !(layer(name) >= 2000))).toEqual([]);
  });

  it('have their names, but for what a component does within itself', () => {
    const numbers = files.flatMap((name) =>
      [...read(`src/styles/${name}`).matchAll(/z-index: ([^;]+);/g)].map(([, value = '']) => `${name}: ${value}`),
    );
    expect(numbers.filter((text) => !/: (?:-?[1-9]|var\(--z-[a-z]+\))$/.test(text))).toEqual([]);
  });
});

describe('layout of a brand', () => {
  const layouts = globSync('brands/*/layout.css', { cwd: ROOT });

  it.each(layouts)('%s is small and takes its colours from the brand', (path) => {
    const css = read(path);
    expect(Buffer.byteLength(css)).toBeLessThanOrEqual(LAYOUT_BYTES);
    const coloured = css.replaceAll(/url\([^)]*\)|oklch\(0 0 0 \/ [\d.]+\)/g, '');
    expect(coloured.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)\(/gi) ?? []).toEqual([]);
  });
});
