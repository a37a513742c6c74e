import { authorAt, between, type Composition, centredTitle, circle, ground, leftTitle, path, rect } from './drawing.ts';
import { inkOn } from './palette.ts';

/** A cover with only text on a bold background. */
export const poster: Composition = (palette, random) => {
  const bar = between(random, 370, 418);
  const marks = [
    circle(between(random, 280, 330), bar, between(random, 44, 80), palette.accent),
    [0, 1, 2, 3].map((row) => rect(34, bar + 24 + row * 22, 332 - row * 80, 9, palette.accent)).join(''),
    path(`M400 ${bar - 120}V600H${between(random, 120, 220)}z`, palette.accent),
    [0, 1, 2, 3, 4]
      .map((place) => circle(54 + place * 73, bar, 26, place % 2 === 0 ? palette.accent : palette.light))
      .join(''),
  ];
  return {
    art: ground(palette.ground) + rect(0, bar, 400, 600 - bar, palette.deep) + random.pick(marks),
    title: leftTitle({
      top: 44,
      height: bar - 150,
      face: random.pick(['sans', 'condensed']),
      fill: palette.ink,
      upper: random.chance(0.6),
      largest: 88,
    }),
    author: authorAt(560, inkOn(palette.deep), { x: 34, anchor: 'start' }),
  };
};

/** Two colours divided by a diagonal. */
export const split: Composition = (palette, random) => {
  const [left, right] = random.chance(0.5) ? [330, 210] : [210, 330];
  const art =
    path(`M0 ${left}L400 ${right}V600H0z`, palette.deep) +
    path(`M0 ${left}L400 ${right}v14L0 ${left + 14}z`, palette.accent);
  const moon = circle(between(random, 90, 310), 420, between(random, 50, 78), palette.accent);
  const slit = rect(between(random, 60, 330), 0, 3, 600, palette.mid);
  return {
    art: ground(palette.ground) + slit + art + (random.chance(0.6) ? moon : ''),
    title: leftTitle({ top: 40, height: 160, face: 'condensed', fill: palette.ink, upper: true }),
    author: authorAt(560, inkOn(palette.deep), { x: 34, anchor: 'start' }),
  };
};

/** Quarter circles on a grid. */
export const blocks: Composition = (palette, random) => {
  const colors = [palette.accent, palette.deep, palette.mid, palette.light];
  const turns = [
    'M0 0h100A100 100 0 0 1 0 100z',
    'M100 0v100A100 100 0 0 1 0 0z',
    'M100 100H0A100 100 0 0 1 100 0z',
    'M0 100V0A100 100 0 0 1 100 100z',
  ];
  const tiles = Array.from({ length: 12 }, (_, index) => {
    const place = `transform="translate(${(index % 4) * 100} ${300 + Math.floor(index / 4) * 100})"`;
    return path('M0 0h100v100H0z', random.pick(colors), place) + path(random.pick(turns), random.pick(colors), place);
  });
  return {
    art: ground(palette.ground) + tiles.join(''),
    title: leftTitle({ top: 40, height: 200, face: 'sans', fill: palette.ink }),
    author: authorAt(280, palette.ink, { x: 34, anchor: 'start' }),
  };
};

const MOTIFS = [
  (fill: string) => path('M25 4c14 12 14 30 0 42C11 34 11 16 25 4z', fill),
  (fill: string) =>
    path('M0 25a25 25 0 0 1 50 0z', fill) +
    path('M12 25a13 13 0 0 1 26 0z', 'none', `stroke="${fill}" stroke-width="2"`),
  (fill: string) => path('M25 10l5 10 11 2-8 8 2 11-10-5-10 5 2-11-8-8 11-2z', fill),
  (fill: string) => path('M0 38q12-22 25 0t25 0v8q-12-22-25 0T0 46z', fill),
  (fill: string) =>
    circle(25, 25, 12, fill) +
    circle(0, 0, 8, fill) +
    circle(50, 0, 8, fill) +
    circle(0, 50, 8, fill) +
    circle(50, 50, 8, fill),
  (fill: string) =>
    path('M25 2L48 25 25 48 2 25z', 'none', `stroke="${fill}" stroke-width="3"`) + circle(25, 25, 6, fill),
];

/** A wallpaper with a label. */
export const wallpaper: Composition = (palette, random) => {
  const motif = random.pick(MOTIFS)(palette.mid);
  const tile = `<pattern id="p" width="50" height="50" patternUnits="userSpaceOnUse">${motif}</pattern>`;
  const label =
    rect(52, 150, 296, 270, palette.ink) +
    rect(62, 160, 276, 250, 'none', `stroke="${palette.accent}" stroke-width="2"`);
  return {
    art: `${ground(palette.ground)}${tile}<rect width="400" height="600" fill="url(#p)"/>${label}`,
    title: centredTitle({ top: 184, height: 150, face: 'serif', fill: palette.ground, width: 244, largest: 48 }),
    author: authorAt(388, palette.ground, { width: 240 }),
  };
};

/** Rings around a small centre, like orbits or sound waves. */
export const rings: Composition = (palette, random) => {
  const [x, y] = [between(random, 120, 280), between(random, 350, 420)];
  const circles = [300, 246, 192, 138, 84].map((r, index) =>
    circle(x, y, r, index % 2 === 0 ? palette.mid : palette.ground),
  );
  const planet =
    circle(x, y, 46, palette.accent) +
    circle(x + 138, y - 20, 13, palette.ink) +
    circle(x - 150, y + 100, 8, palette.accent);
  return {
    art: ground(palette.ground) + circles.join('') + planet,
    title: leftTitle({ top: 38, height: 150, face: 'sans', fill: palette.ink, upper: random.chance(0.5), largest: 58 }),
    author: authorAt(570, palette.ink, { x: 34, anchor: 'start' }),
  };
};

/** Broad bands of colour with the title across them. */
export const bands: Composition = (palette, random) => {
  const options = random.shuffled([palette.mid, palette.light, palette.accent, palette.deep]);
  const stripes = options.map((fill, index) => rect(0, 330 + index * 68, 400, 69, fill));
  const thin = rect(34, 306, 332, 3, palette.ink);
  return {
    art: ground(palette.ground) + stripes.join('') + thin,
    title: leftTitle({ top: 84, height: 190, face: 'serif', fill: palette.ink, largest: 68 }),
    author: authorAt(56, palette.ink, { x: 34, anchor: 'start' }),
  };
};
