import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { bannerArt, coverArt } from '#src/api/seed/covers/index.ts';
import { inkOn, paletteOf } from '#src/api/seed/covers/palette.ts';
import { setTitle, type TitleBox, widthOf } from '#src/api/seed/covers/text.ts';
import { createRandom } from '#src/api/seed/random.ts';

const TITLES = [
  'Urns',
  'A Correction Concerning Cake',
  'Thirty-Eight Pensioners to <Vigo> & Back',
  '两个村子的隧道',
  'Die Flickerin der Zauber',
];
const CATEGORIES = [
  'Romance',
  'Fantasy',
  'Mystery',
  'Science Fiction',
  'Historical',
  'Adventure',
  'Thriller',
  'Comedy',
  '悬疑',
];

const covers = Array.from({ length: 360 }, (_, index) =>
  coverArt({
    key: `cover ${index}`,
    tone: index % 36,
    category: CATEGORIES[index % CATEGORIES.length] ?? '',
    words: { title: TITLES[index % TITLES.length] ?? '', author: 'Inés Aldecoa & Co.' },
  }),
);

/** Returns the tags that are not closed. In well-formed XML there are none. */
function openTags(svg: string): string[] {
  const open: string[] = [];
  for (const [, close, name = '', empty] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name);
  }
  return open;
}

describe('generated covers', () => {
  it('are well-formed SVG files of less than 4 KiB with an aspect ratio of 2:3', () => {
    for (const { svg } of covers) {
      expect(Buffer.byteLength(svg)).toBeLessThan(4096);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 400 600"/);
      expect(openTags(svg)).toEqual([]);
      expect(svg).not.toMatch(/NaN|undefined|null|&(?!amp;|lt;|gt;|quot;)/);
      expect(parseFragment(svg).childNodes).toHaveLength(1);
    }
  });

  it('contain no scripts and load no resources', () => {
    for (const { svg } of covers)
      expect(svg).not.toMatch(/<(script|style|image|foreignObject)|\bon\w+=|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
  });

  it('differ for different options, and are equal for equal options', () => {
    expect(new Set(covers.map(({ file }) => file)).size).toBe(covers.length);
    const order = { key: 'k', tone: 3, category: 'Romance', words: { title: 'T', author: 'A' } };
    expect(coverArt(order)).toEqual(coverArt(order));
  });

  it('show the title and author, unless several books share the cover', () => {
    const order = { key: 'k', tone: 3, category: 'Comedy' };
    const text = (svg: string) => svg.replaceAll(/<[^>]+>/g, ' ').toLowerCase();
    expect(text(coverArt({ ...order, words: { title: 'Urns', author: 'Ada Quill' } }).svg)).toMatch(
      /urns.*ada quill|ada quill.*urns/,
    );
    expect(text(coverArt({ ...order, words: null }).svg).trim()).toBe('');
  });

  it('have wide variants for banners, without text', () => {
    const { svg } = bannerArt({ key: 'b', tone: 1, category: 'Adventure' });
    expect(svg).toContain('width="960" height="540"');
    expect(svg).not.toContain('<text');
  });
});

describe('titles on generated covers', () => {
  const box: TitleBox = {
    x: 0,
    top: 0,
    width: 300,
    height: 180,
    anchor: 'start',
    face: 'serif',
    fill: '#000',
    largest: 70,
  };

  it.each(TITLES)('fit into their box: %s', (title) => {
    const { size, lines } = setTitle(title, box);
    for (const line of lines) expect(widthOf(line, 'serif') * size).toBeLessThanOrEqual(300.1);
    expect(lines.length * size * 1.12).toBeLessThanOrEqual(181);
    expect(lines.join('').replaceAll(' ', '')).toBe(title.replaceAll(' ', ''));
  });

  it('are larger than 22 px', () => {
    for (const title of TITLES) expect(setTitle(title, box).size).toBeGreaterThan(22);
  });
});

describe('palettes of generated covers', () => {
  it.each(['deep', 'paper', 'vivid'] as const)('keep the title readable in the scheme "%s"', (scheme) => {
    for (let tone = 0; tone < 36; tone += 1) {
      const { ground, ink } = paletteOf(tone, scheme, createRandom(`${tone}`));
      expect(contrastOf(ground, ink), `${tone} ${ground} ${ink}`).toBeGreaterThan(3.9);
    }
  });

  it('have white text on dark colours and black text on light colours', () => {
    expect(inkOn('#101030')).toBe('#ffffff');
    expect(inkOn('#f0e0a0')).toBe('#111111');
  });
});

function contrastOf(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map(luminance).sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
