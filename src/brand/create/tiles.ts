import { hash } from '#src/lib/hash.ts';
import type { Tones } from './palette.ts';

/** Returns random whole numbers below a bound. The same seed gives the same numbers. */
type Dice = (below: number) => number;

export function diceOf(seed: string): Dice {
  let throws = 0;
  return (below) => {
    throws += 1;
    return Number.parseInt(hash(`${seed} ${throws}`, 8), 16) % below;
  };
}

/**
 * A shape in a square: a quarter disc, named by the corner that its centre is in (clockwise from the upper left), a
 * leaf, a disc or a dot.
 */
type Shape = 'quarter0' | 'quarter1' | 'quarter2' | 'quarter3' | 'leaf0' | 'leaf1' | 'disc' | 'dot';

const LARGE: readonly Shape[] = ['quarter0', 'quarter1', 'quarter2', 'quarter3', 'leaf0', 'leaf1', 'disc'];
const SHAPES: readonly Shape[] = [...LARGE, 'dot'];

export const anyShape = (dice: Dice): Shape => SHAPES[dice(SHAPES.length)] ?? 'disc';

/** A shape that touches the edges of its square. */
export const largeShape = (dice: Dice): Shape => LARGE[dice(LARGE.length)] ?? 'disc';

/** The path of a shape in a square with side `s` whose upper left corner is at `x`, `y`. */
export function shapePath(shape: Shape, x: number, y: number, s: number): string {
  const arc = `a${s} ${s} 0 0`;
  const paths: Readonly<Record<Shape, string>> = {
    quarter0: `M${x} ${y}h${s}${arc} 1-${s} ${s}z`,
    quarter1: `M${x + s} ${y}v${s}${arc} 1-${s}-${s}z`,
    quarter2: `M${x + s} ${y + s}h-${s}${arc} 1 ${s}-${s}z`,
    quarter3: `M${x} ${y + s}v-${s}${arc} 1 ${s} ${s}z`,
    leaf0: `M${x} ${y}${arc} 1 ${s} ${s}${arc} 1-${s}-${s}z`,
    leaf1: `M${x + s} ${y}${arc} 1-${s} ${s}${arc} 1 ${s}-${s}z`,
    disc: disc(x + s / 2, y + s / 2, s / 2),
    dot: disc(x + s / 2, y + s / 2, s / 4),
  };
  return paths[shape];
}

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1-${2 * r} 0z`;

/** Generated logos: four shapes each, row by row from the upper left. They look balanced in all four rotations. */
const SIGNS: readonly (readonly [Shape, Shape, Shape, Shape])[] = [
  ['quarter2', 'quarter3', 'quarter1', 'disc'],
  ['leaf0', 'quarter3', 'quarter1', 'leaf0'],
  ['quarter0', 'leaf1', 'disc', 'quarter2'],
  ['leaf0', 'leaf1', 'leaf1', 'quarter0'],
  ['quarter3', 'quarter3', 'disc', 'quarter1'],
  ['quarter2', 'disc', 'quarter2', 'quarter0'],
  ['quarter1', 'quarter0', 'leaf1', 'disc'],
  ['leaf1', 'disc', 'quarter1', 'quarter1'],
];

/**
 * Draws the brand's generated logo: a square of four tiles, `s` wide, at `x`, `y`. The same id always gives the same
 * logo.
 */
export function sign(id: string, x: number, y: number, s: number, { strong, soft, accent }: Tones): string {
  const dice = diceOf(`sign of ${id}`);
  const shapes = SIGNS[dice(SIGNS.length)] ?? SIGNS[0] ?? [];
  const turn = dice(4) * 90;
  const half = s / 2;
  const fills = [soft, strong, soft, accent];
  const tiles = shapes.map(
    (shape, index) =>
      `<path d="${shapePath(shape, x + (index % 2) * half, y + Math.floor(index / 2) * half, half)}" fill="${fills[index]}"/>`,
  );
  return `<g transform="rotate(${turn} ${x + half} ${y + half})">${tiles.join('')}</g>`;
}
