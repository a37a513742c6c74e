import type { Random } from '../random.ts';
import { authorAt, between, type Composition, centredTitle, circle, ground, int, path, rect } from './drawing.ts';
import { EMBLEMS } from './emblems.ts';
import type { Palette } from './palette.ts';

const HEADS = [
  'M0-124c-44 0-64 34-62 66-16-4-24 12-18 30 4 14 12 18 22 18 6 16 14 28 24 36v28C-84 66-132 84-146 146h292c-14-62-62-80-112-92V26c12-10 20-24 24-42 14-2 22-14 20-30-2-48-34-78-78-78z',
  'M6-120c-36-8-78 12-82 58-2 18 2 28-8 44-6 10-4 14 8 16 2 24 6 36 30 34 8 0 10 6 8 22C-90 68-134 92-144 146H150C142 96 108 66 58 50c-4-20 0-32 12-48 30-42 8-106-64-122z',
];

/** Head and shoulders in front of a disc. */
export const portrait: Composition = (palette, random) => {
  const disc = circle(200, 380, 150, palette.accent);
  const figure = path(random.pick(HEADS), palette.deep, 'transform="translate(200 454)"');
  const collar = path('M-60 66L0 138L60 66L150 146H-150z', palette.mid, 'transform="translate(200 454)"');
  return {
    art: ground(palette.ground) + disc + figure + collar + rect(0, 598, 400, 2, palette.mid),
    title: centredTitle({ top: 66, height: 140, face: 'serif', fill: palette.ink, italic: random.chance(0.5) }),
    author: authorAt(48, palette.ink),
  };
};

/** An object in a ruled frame, as on an old cloth binding. */
export const emblem: Composition = (palette, random) => {
  const frame = (inset: number, width: number) =>
    rect(inset, inset, 400 - inset * 2, 600 - inset * 2, 'none', `stroke="${palette.accent}" stroke-width="${width}"`);
  const corner = [
    [30, 30],
    [370, 30],
    [30, 570],
    [370, 570],
  ]
    .map(([x, y]) => circle(x ?? 0, y ?? 0, 7, palette.accent))
    .join('');
  const object = `<g transform="translate(200 358) scale(2.1)" fill="${palette.accent}">${random.pick(EMBLEMS)}</g>`;
  return {
    art: ground(palette.ground) + frame(18, 3) + frame(30, 1) + corner + circle(200, 358, 118, palette.mid) + object,
    title: centredTitle({ top: 62, height: 158, face: 'serif', fill: palette.ink, width: 310 }),
    author: authorAt(538, palette.ink, { width: 300, face: 'serif' }),
  };
};

function stem(x: number, height: number, lean: number, palette: Palette, random: Random): string {
  const top = 600 - height;
  const line = path(
    `M${x} 600Q${x} ${600 - height / 2} ${x + lean} ${top}`,
    'none',
    `stroke="${palette.deep}" stroke-width="4"`,
  );
  const leaves = Array.from({ length: int(height / 46) }, (_, index) => {
    const share = (index + 1) / (height / 46 + 1);
    const side = index % 2 === 0 ? 1 : -1;
    const [px, py] = [int(x + lean * share * share), int(600 - height * share)];
    return `M${px} ${py}q${side * 34}-${between(random, 26, 40)} ${side * 52}-${between(random, 4, 22)}q-${side === 1 ? 22 : -22} 30-${side === 1 ? 52 : -52} 18z`;
  });
  const bloom = circle(x + lean, top, 21, palette.accent) + circle(x + lean, top, 8, palette.ground);
  return line + path(leaves.join(''), palette.mid) + bloom;
}

/** Stems that rise from the lower edge around the title. */
export const botanical: Composition = (palette, random) => {
  const stems = [30, 96, 170, 240, 312, 374].map((x, index) => {
    const outer = Math.abs(index - 2.5) - 0.5;
    return stem(x, between(random, 120, 175) + outer * 62, between(random, -24, 24), palette, random);
  });
  return {
    art: ground(palette.ground) + stems.join(''),
    title: centredTitle({
      top: 88,
      height: 200,
      face: 'serif',
      fill: palette.ink,
      width: 280,
      italic: random.chance(0.4),
    }),
    author: authorAt(52, palette.ink, { width: 300 }),
  };
};

/** A view through an arched window. */
export const arch: Composition = (palette, random) => {
  const clip = '<clipPath id="a"><path d="M90 560V370a110 110 0 0 1 220 0V560z"/></clipPath>';
  const view = rect(80, 250, 240, 320, palette.light) + circle(between(random, 140, 260), 350, 40, palette.accent);
  const land =
    path(`M80 ${between(random, 430, 470)}q60-60 120-10t130-20V570H80z`, palette.mid) +
    path('M80 510q70-40 130 0t120-10v70H80z', palette.deep);
  const sill =
    rect(74, 556, 252, 12, palette.ink) +
    path('M90 560V370a110 110 0 0 1 220 0V560', 'none', `stroke="${palette.ink}" stroke-width="6"`);
  const bars = path('M200 262V558M92 400H308', 'none', `stroke="${palette.ink}" stroke-width="3"`);
  return {
    art: `${ground(palette.ground)}${clip}<g clip-path="url(#a)">${view}${land}</g>${random.chance(0.5) ? bars : ''}${sill}`,
    title: centredTitle({ top: 76, height: 154, face: 'serif', fill: palette.ink }),
    author: authorAt(52, palette.ink, { width: 300 }),
  };
};
