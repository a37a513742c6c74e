import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ISLAND_ICONS } from '#src/shell/island/island-icons.ts';
import { ICONS, type IconName } from '#src/shell/ui/icons.ts';

const SOURCES = join(import.meta.dirname, '../../../../src');
const SET = join(import.meta.dirname, '../../../../node_modules/lucide-static/icons');

/** Name of each icon in the original icon set. */
const DRAWINGS: Readonly<Record<IconName, string>> = {
  app: 'smartphone',
  back: 'arrow-left',
  bell: 'bell',
  book: 'book-open',
  bookmark: 'bookmark',
  bookmarked: 'bookmark-check',
  check: 'check',
  clock: 'clock',
  close: 'x',
  coins: 'coins',
  copy: 'copy',
  down: 'chevron-down',
  download: 'download',
  downloaded: 'circle-check-big',
  eye: 'eye',
  'eye-off': 'eye-off',
  filter: 'sliders-horizontal',
  flag: 'flag',
  gift: 'gift',
  headphones: 'headphones',
  help: 'hand-helping',
  history: 'history',
  home: 'house',
  keyboard: 'keyboard',
  language: 'languages',
  list: 'list',
  lock: 'lock',
  'look-up': 'book-a',
  maximize: 'maximize',
  minus: 'minus',
  mode: 'sun-moon',
  moon: 'moon',
  more: 'ellipsis',
  next: 'chevron-right',
  notebook: 'notebook-text',
  offline: 'wifi-off',
  pause: 'pause',
  pen: 'pen-line',
  pencil: 'pencil',
  play: 'play',
  plus: 'plus',
  previous: 'chevron-left',
  retry: 'rotate-cw',
  search: 'search',
  share: 'share-2',
  sort: 'arrow-down-up',
  star: 'star',
  sun: 'sun',
  trash: 'trash-2',
  type: 'type',
  unlock: 'lock-open',
  user: 'circle-user-round',
  wallet: 'wallet',
};

/** Strokes drawn as ink on white, 192 px wide. */
const rasterize = (svg: string) =>
  sharp(Buffer.from(svg.replace('currentColor', '#000')), { density: 576 })
    .flatten({ background: '#fff' })
    .resize(192, 192)
    .greyscale()
    .raw()
    .toBuffer();

const ownIcon = (name: IconName) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${ICONS[name]}"/></svg>`;

/** Share of the pixels that differ noticeably. */
function difference(one: Buffer, other: Buffer): number {
  const unlike = one.filter((value, index) => Math.abs(value - (other[index] ?? 0)) > 48);
  return unlike.length / one.length;
}

/** Finds icon names in attributes, lists and conditional expressions. */
async function namesIn(files: string): Promise<Set<string>> {
  const names: string[] = [];
  for await (const file of glob(files, { cwd: SOURCES })) {
    const text = await readFile(join(SOURCES, file), 'utf8');
    for (const [use] of text.matchAll(/<Icon name=("[\w-]+"|\{[^}]+\})|\bicon(: |=)['"][\w-]+['"]/g)) {
      names.push(...Array.from(use.matchAll(/['"]([\w-]+)['"]/g), ([, name]) => name ?? ''));
    }
  }
  return new Set(names);
}

describe('icons', () => {
  it.each(Object.entries(DRAWINGS) as [IconName, string][])(
    '%s is a copy of the drawing %s of the icon set',
    async (name, file) => {
      const [mine, theirs] = await Promise.all([
        rasterize(ownIcon(name)),
        rasterize(await readFile(join(SET, `${file}.svg`), 'utf8')),
      ]);
      expect(mine.some((value) => value < 128)).toBe(true);
      expect(difference(mine, theirs)).toBeLessThan(0.002);
    },
  );

  it.each([
    ['an island', Object.keys(ISLAND_ICONS), '{features,shell}/**/*.{ts,tsx}'],
    ['a page', Object.keys(ICONS).filter((name) => !(name in ISLAND_ICONS)), '{features,shell,pages}/**/*.astro'],
  ])('are all used in %s', async (_who, names, files) => {
    const shown = await namesIn(files);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('are not loaded by islands if only pages use them', async () => {
    for await (const file of glob(
      '{features,shell}/**/{*.tsx,island/**/*.ts,state/**/*.ts,state.ts,deferred/*.ts,directives/*.ts}',
      { cwd: SOURCES },
    )) {
      expect(await readFile(join(SOURCES, file), 'utf8'), file).not.toMatch(/ui\/icons\.ts/);
    }
  });

  it('all look different', () => {
    expect(new Set(Object.values(ICONS)).size).toBe(Object.keys(ICONS).length);
  });
});
