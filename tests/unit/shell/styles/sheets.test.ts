import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COVER_SIZES } from '#src/shell/books/listing-cover-sizes.ts';
import { APPEARANCE, SHARED_SETTINGS } from '#src/shell/state/reader-settings.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = globSync('src/{features,shell}/**/*.css', { cwd: ROOT }).sort();
/** Style sheets used by pages and components, with all their imports. */
function loadedSheets(): Set<string> {
  const sheetNames = globSync('src/**/*.astro', { cwd: ROOT }).flatMap((path) =>
    [...read(path).matchAll(/ '(?:#(src\/[^']+\.css)|(\.[^']+\.css))(?:\?url)?';/g)].map(
      ([, absolute, relative = '']) => absolute ?? join(dirname(path), relative),
    ),
  );
  const loaded = new Set<string>();
  for (let path = sheetNames.pop(); path !== undefined; path = sheetNames.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    const folder = dirname(path);
    sheetNames.push(...[...read(path).matchAll(/@import "([^"]+)"/g)].map(([, sheet = '']) => join(folder, sheet)));
  }
  return loaded;
}
const LAYOUT_BYTES = 2500;

describe('style sheets', () => {
  it('are each used by some page', () => {
    const loaded = loadedSheets();
    expect(files.filter((path) => !loaded.has(path))).toEqual([]);
  });

  it('are bundled into one file per page, except on the design page', () => {
    const pages = globSync('src/pages/**/[!_]*.astro', { cwd: ROOT });
    const sheetsOf = (page: string) => read(page).match(/^import '#src\/features\/[a-z-]+\/[a-z-]+\.css';$/gm) ?? [];
    expect(pages.filter((page) => sheetsOf(page).length !== 1)).toEqual(['src/pages/design.astro']);
  });

  it('style every listing layout', () => {
    const kinds = read('src/features/listing/list-kinds.css') + read('src/features/listing/list-showpieces.css');
    expect(Object.keys(COVER_SIZES).filter((listing) => !kinds.includes(`.list--${listing} `))).toEqual([]);
  });

  it('have a background for each of the 36 tones', () => {
    const tones = [...read('src/shell/styles/tones.css').matchAll(/\[data-tone="(\d+)"\]/g)].map(([, tone]) =>
      Number(tone),
    );
    expect(tones).toEqual(Array.from({ length: 36 }, (_, tone) => tone));
  });

  it('define each font size except the default', () => {
    const sizes = [...read('src/features/reader/reader.css').matchAll(/data-size="(\d+)"/g)].map(([, size]) =>
      Number(size),
    );
    expect(sizes).toEqual([14, 15, 17, 18, 19, 20, 21, 22, 23, 24]);
  });
});

describe("the reader's style sheets", () => {
  const sheets = globSync('src/features/reader/**/*.css', { cwd: ROOT }).map(read).join('\n');
  const css = sheets.replaceAll(/\/\*[\s\S]*?\*\//g, '');

  it.each(APPEARANCE)('have a rule for each value of the setting %s except the default', (name) => {
    const { values, initial } = SHARED_SETTINGS[name];
    const styled = new Set([...css.matchAll(new RegExp(`\\[data-${name}="(\\w+)"\\]`, 'g'))].map(([, value]) => value));
    const changes = values.filter((value) => value !== null && value !== initial).map(String);
    expect([...styled].sort()).toEqual(changes.sort());
  });
});

describe('the z-index in style sheets', () => {
  const tokens = read('src/shell/styles/tokens.css');
  const layer = (name: string) => Number(new RegExp(`--z-${name}: (\\d+);`).exec(tokens)?.[1]);

  it('is 1 for the layer of the tab bar, and 2000 or more for overlays', () => {
    expect(layer('tabs')).toBe(1);
    expect(['overlay', 'bar', 'panel', 'message', 'progress'].filter((name) => !(layer(name) >= 2000))).toEqual([]);
  });

  it('names one of the stacking layers, except within a component', () => {
    const numbers = files.flatMap((name) =>
      [...read(name).matchAll(/z-index: ([^;]+);/g)].map(([, value = '']) => `${name}: ${value}`),
    );
    expect(numbers.filter((text) => !/: (?:-?[1-9]|var\(--z-[a-z]+\))$/.test(text))).toEqual([]);
  });
});

describe('the layout of a brand', () => {
  const layouts = globSync('brands/*/layout.css', { cwd: ROOT });

  it.each(layouts)('%s is small and uses only the colour variables of the brand', (path) => {
    const css = read(path);
    expect(Buffer.byteLength(css)).toBeLessThanOrEqual(LAYOUT_BYTES);
    const coloured = css.replaceAll(/url\([^)]*\)|oklch\(0 0 0 \/ [\d.]+\)/g, '');
    expect(coloured.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)\(/gi) ?? []).toEqual([]);
  });
});
