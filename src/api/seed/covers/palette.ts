import { fitGamut, toHex } from '#src/lib/color.ts';
import type { Random } from '../random.ts';

/** The colours of one cover, each `#rrggbb`. `ink` can be read on `ground`. */
export interface Palette {
  readonly ground: string;
  readonly ink: string;
  /** Contrasts with all other colours. */
  readonly accent: string;
  readonly deep: string;
  readonly mid: string;
  readonly light: string;
}

export type Scheme = 'deep' | 'paper' | 'vivid';

const color = (l: number, c: number, h: number) => toHex(fitGamut({ l, c, h: ((h % 360) + 360) % 360 }));

/** Differences between hues that look good together: neighbours, thirds, opposites. */
const PARTNERS = [40, -45, 120, 150, 180, 210];

/** Returns a palette around the hue of `tone`, which is in steps of 10 degrees. */
export function paletteOf(tone: number, scheme: Scheme, random: Random): Palette {
  const hue = tone * 10 + 5;
  const partner = hue + random.pick(PARTNERS);
  return SCHEMES[scheme === 'vivid' && isDrab(hue) ? 'sunny' : scheme](hue, partner);
}

/** Whether a strong colour of medium lightness with this hue looks muddy. Hues between yellow and green do. */
const isDrab = (hue: number) => hue > 62 && hue < 135;

/** Returns white or black, whichever is easier to read on a colour. */
export function inkOn(hex: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#111111' : '#ffffff';
}

const SCHEMES: Readonly<Record<Scheme | 'sunny', (hue: number, partner: number) => Palette>> = {
  deep: (hue, partner) => ({
    ground: color(0.27, 0.075, hue),
    ink: color(0.96, 0.022, hue),
    accent: color(0.8, 0.15, partner),
    deep: color(0.18, 0.05, hue),
    mid: color(0.42, 0.11, hue),
    light: color(0.66, 0.12, hue),
  }),
  paper: (hue, partner) => ({
    ground: color(0.945, 0.028, 80),
    ink: color(0.27, 0.07, hue),
    accent: color(0.6, 0.18, partner),
    deep: color(0.4, 0.11, hue),
    mid: color(0.72, 0.1, hue),
    light: color(0.86, 0.06, hue),
  }),
  vivid: (hue, partner) => ({
    ground: color(0.55, 0.16, hue),
    ink: color(0.985, 0.012, hue),
    accent: color(0.89, 0.13, partner),
    deep: color(0.33, 0.11, hue),
    mid: color(0.46, 0.15, hue),
    light: color(0.75, 0.12, hue),
  }),
  sunny: (hue, partner) => ({
    ground: color(0.86, 0.15, hue),
    ink: color(0.25, 0.06, hue),
    accent: color(0.55, 0.19, partner),
    deep: color(0.38, 0.09, hue),
    mid: color(0.72, 0.14, hue),
    light: color(0.95, 0.06, hue),
  }),
};
