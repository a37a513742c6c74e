import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ICONS, type IconName } from '#src/lib/icons.ts';

const SET = join(import.meta.dirname, '../../../node_modules/lucide-static/icons');

/** Name of each icon in the set it comes from. */
const DRAWINGS: Readonly<Record<IconName, string>> = {
  app: 'smartphone',
  back: 'arrow-left',
  book: 'book-open',
  bookmark: 'bookmark',
  bookmarked: 'bookmark-check',
  calendar: 'calendar',
  check: 'check',
  clock: 'clock',
  close: 'x',
  coins: 'coins',
  copy: 'copy',
  down: 'chevron-down',
  download: 'download',
  external: 'external-link',
  eye: 'eye',
  'eye-off': 'eye-off',
  fault: 'circle-alert',
  filter: 'sliders-horizontal',
  gift: 'gift',
  heart: 'heart',
  help: 'hand-helping',
  history: 'history',
  home: 'house',
  language: 'languages',
  link: 'link',
  list: 'list',
  lock: 'lock',
  mail: 'mail',
  minus: 'minus',
  mode: 'sun-moon',
  moon: 'moon',
  more: 'ellipsis-vertical',
  next: 'chevron-right',
  offline: 'wifi-off',
  pause: 'pause',
  pen: 'pen-line',
  play: 'play',
  plus: 'plus',
  previous: 'chevron-left',
  retry: 'rotate-cw',
  search: 'search',
  settings: 'settings-2',
  share: 'share-2',
  sort: 'arrow-down-up',
  star: 'star',
  sun: 'sun',
  tag: 'tag',
  trash: 'trash-2',
  type: 'type',
  undo: 'undo-2',
  unlock: 'lock-open',
  up: 'chevron-up',
  user: 'circle-user-round',
  users: 'users',
  wallet: 'wallet',
};

/** Strokes drawn as ink on white, 192 px wide. */
const drawn = (svg: string) =>
  sharp(Buffer.from(svg.replace('currentColor', '#000')), { density: 576 })
    .flatten({ background: '#fff' })
    .resize(192, 192)
    .greyscale()
    .raw()
    .toBuffer();

const ours = (name: IconName) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${ICONS[name]}"/></svg>`;

/** Share of the pixels that differ by more than a shade. */
function difference(one: Buffer, other: Buffer): number {
  const unlike = one.filter((value, index) => Math.abs(value - (other[index] ?? 0)) > 48);
  return unlike.length / one.length;
}

describe('icons', () => {
  it.each(Object.entries(DRAWINGS) as [IconName, string][])('%s is the drawing %s of the set', async (name, file) => {
    const [mine, theirs] = await Promise.all([
      drawn(ours(name)),
      drawn(await readFile(join(SET, `${file}.svg`), 'utf8')),
    ]);
    expect(mine.some((value) => value < 128)).toBe(true);
    expect(difference(mine, theirs)).toBeLessThan(0.002);
  });

  it('are all different drawings', () => {
    expect(new Set(Object.values(ICONS)).size).toBe(Object.keys(ICONS).length);
  });
});
