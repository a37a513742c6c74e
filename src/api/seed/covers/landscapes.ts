import type { Random } from '../random.ts';
import {
  authorAt,
  between,
  type Composition,
  centredTitle,
  circle,
  ground,
  HEIGHT,
  int,
  leftTitle,
  path,
  rect,
  WIDTH,
} from './drawing.ts';
import { inkOn } from './palette.ts';

/** Draws an area below a wavy edge across the cover. */
function ridge(y: number, swing: number, random: Random): string {
  const points = [0, 1, 2, 3, 4].map((step) => [step * 100, y + between(random, -swing, swing)] as const);
  const [first, ...rest] = points;
  const curve = rest.map(
    ([x, end], index) => `C${index * 100 + 45} ${points[index]?.[1]} ${x - 45} ${end} ${x} ${end}`,
  );
  return `M0 ${first?.[1]}${curve.join('')}V600H0z`;
}

/** Draws an area below jagged peaks. */
function peaks(y: number, height: number, random: Random): string {
  let x = -30;
  let line = `M-30 ${y}`;
  while (x < WIDTH + 30) {
    const half = between(random, 45, 95);
    line += `L${x + half} ${y - between(random, height * 0.4, height)}L${x + half * 2} ${y - between(random, 0, height * 0.2)}`;
    x += half * 2;
  }
  return `${line}V600H-30z`;
}

/** Layered hills under a large sun. */
export const hills: Composition = (palette, random) => {
  const layers = [palette.light, palette.mid, palette.deep].map((shade, index) =>
    path(ridge(350 + index * 75, 34, random), shade),
  );
  const sun = circle(between(random, 90, 310), between(random, 290, 330), between(random, 58, 92), palette.accent);
  return {
    art: ground(palette.ground) + sun + layers.join(''),
    title: centredTitle({ top: 42, height: 210, face: 'serif', fill: palette.ink }),
    author: authorAt(564, inkOn(palette.deep), { width: 330 }),
  };
};

/** A mountain lit from one side, in front of a disc. */
export const mountains: Composition = (palette, random) => {
  const top = between(random, 290, 340);
  const x = between(random, 150, 250);
  const mount = path(`M${x - 230} 600L${x} ${top}L${x + 240} 600z`, palette.mid);
  const shade = path(`M${x} ${top}L${x + 240} 600H${x + 20}L${x - 22} 470L${x + 16} 400z`, palette.deep);
  const front = path(peaks(552, 60, random), palette.deep);
  const disc = circle(x + between(random, -70, 70), top + 20, 74, palette.accent);
  return {
    art: ground(palette.ground) + disc + mount + shade + front,
    title: leftTitle({ top: 44, height: 190, face: 'condensed', fill: palette.ink, upper: true }),
    author: authorAt(572, inkOn(palette.deep)),
  };
};

/** Rows of waves with a ship, below a sun. */
export const sea: Composition = (palette, random) => {
  const wave = 'M-40 0q25-26 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0 50 0 50 0V60H-40z';
  const rows = [0, 1, 2, 3, 4, 5].map((row) => {
    const shade = row % 2 === 0 ? palette.mid : palette.deep;
    return path(wave, shade, `transform="translate(${row % 2 === 0 ? 0 : -25} ${372 + row * 40})"`);
  });
  const ship = `<g transform="translate(${between(random, 120, 250)} 372)">${path('M-52-8H58L40 18H-36z', palette.ink)}${path('M0-12V-108L46-22z', palette.light)}${path('M-6-12V-92L-40-22z', palette.ink)}</g>`;
  const sun = circle(between(random, 80, 320), 300, between(random, 56, 84), palette.accent);
  return {
    art: ground(palette.ground) + sun + ship + rows.join('') + rect(0, 592, WIDTH, 8, palette.deep),
    title: centredTitle({ top: 40, height: 170, face: 'serif', fill: palette.ink, italic: random.chance(0.4) }),
    author: authorAt(566, inkOn(palette.deep)),
  };
};

function stars(count: number, depth: number, fill: string, random: Random): string {
  const dots = Array.from({ length: count }, () => {
    const r = random.pick([1, 1, 1.5, 2]);
    return `M${between(random, 6, 394)} ${between(random, 6, depth)}h${r}v${r}h-${r}z`;
  });
  return path(dots.join(''), fill);
}

/** A large moon at night, over roofs or trees. */
export const night: Composition = (palette, random) => {
  const x = between(random, 110, 290);
  const moon = circle(x, 146, 92, palette.accent) + (random.chance(0.5) ? circle(x + 38, 128, 84, palette.ground) : '');
  const horizon = random.chance(0.5) ? roofs(palette.deep, palette.accent, random) : pines(palette.deep, random);
  return {
    art:
      ground(palette.ground) +
      stars(60, 400, palette.ink, random) +
      moon +
      path(ridge(440, 20, random), palette.mid) +
      horizon,
    title: centredTitle({ top: 256, height: 150, face: 'serif', fill: palette.ink, largest: 56, low: true }),
    author: authorAt(576, inkOn(palette.deep)),
  };
};

function roofs(fill: string, window: string, random: Random): string {
  let houses = '';
  for (let x = -20; x < WIDTH; x += 62) {
    const top = between(random, 486, 530);
    houses += path(`M${x} 600V${top}l31-28 31 28V600z`, fill);
    if (random.chance(0.6)) houses += rect(x + 24, top + 14, 12, 14, window);
  }
  return houses;
}

function pines(fill: string, random: Random): string {
  let trees = '';
  for (let x = -10; x < WIDTH + 10; x += between(random, 22, 44)) {
    const top = between(random, 440, 520);
    trees += `M${x} ${top}l26 ${HEIGHT - top}h-52z`;
  }
  return path(trees, fill);
}

/** A city at dusk with lit windows. */
export const skyline: Composition = (palette, random) => {
  let blocks = '';
  for (const [shade, base] of [
    [palette.mid, 330],
    [palette.deep, 420],
  ] as const) {
    for (let x = 0; x < WIDTH; ) {
      const width = between(random, 40, 76);
      const top = base + between(random, -60, 40);
      blocks += rect(x, top, width - 2, HEIGHT - top, shade) + windows(x, top, width, palette.accent, random);
      x += width;
    }
  }
  return {
    art: ground(palette.ground) + circle(between(random, 60, 340), 270, 60, palette.accent) + blocks,
    title: leftTitle({ top: 66, height: 150, face: 'condensed', fill: palette.ink, upper: true }),
    author: authorAt(48, palette.ink, { x: 34, anchor: 'start' }),
  };
};

function windows(x: number, top: number, width: number, fill: string, random: Random): string {
  const cells = Array.from({ length: 4 }, () => {
    const left = x + 8 + random.below(Math.max(1, int((width - 22) / 12))) * 12;
    return `M${left} ${top + 12 + random.below(8) * 16}h5v8h-5z`;
  });
  return path([...new Set(cells)].join(''), fill);
}

/** Light spreading from behind a tower. */
export const rays: Composition = (palette, random) => {
  const x = between(random, 150, 250);
  const beams = Array.from({ length: 9 }, (_, index) => {
    const angle = (index - 4) * 0.36 - 0.09;
    const end = (turn: number) => `${int(x + Math.sin(turn) * 700)} ${int(420 - Math.cos(turn) * 700)}`;
    return `M${x} 420L${end(angle)}L${end(angle + 0.18)}z`;
  });
  const tower = path(
    `M${x - 20} 600L${x - 13} 440h26l7 160zM${x - 18} 440v-12h36v12zM${x - 10} 426v-20h20v20zM${x - 14} 404l14-18 14 18z`,
    palette.deep,
  );
  return {
    art:
      ground(palette.ground) +
      path(beams.join(''), palette.mid) +
      path(ridge(540, 22, random), palette.deep) +
      tower +
      circle(x, 416, 7, palette.accent),
    title: centredTitle({ top: 44, height: 220, face: 'serif', fill: palette.ink }),
    author: authorAt(576, inkOn(palette.deep)),
  };
};
