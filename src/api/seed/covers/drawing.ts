import type { Random } from '../random.ts';
import type { Palette } from './palette.ts';
import type { AuthorLine, TitleBox } from './text.ts';

/** A drawing for a cover, 400 by 600 px, with the positions of its text. */
export interface CoverDrawing {
  readonly art: string;
  readonly title: TitleBox;
  readonly author: AuthorLine;
}

export type Composition = (palette: Palette, random: Random) => CoverDrawing;

export const WIDTH = 400;
export const HEIGHT = 600;
const MARGIN = 34;

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more && ` ${more}`}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more && ` ${more}`}/>`;
export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`;
export const ground = (fill: string) => rect(0, 0, WIDTH, HEIGHT, fill);

/** Rounds a number. Whole numbers keep the files small. */
export const int = (value: number) => Math.round(value);

/** Returns a random whole number between `low` and `high`. */
export const between = (random: Random, low: number, high: number) => int(low + random.next() * (high - low));

const BOX = { x: WIDTH / 2, width: WIDTH - MARGIN * 2, anchor: 'middle', largest: 62 } as const;

export function centredTitle(box: Pick<TitleBox, 'top' | 'height' | 'face' | 'fill'> & Partial<TitleBox>): TitleBox {
  return { ...BOX, ...box };
}

export function leftTitle(box: Pick<TitleBox, 'top' | 'height' | 'face' | 'fill'> & Partial<TitleBox>): TitleBox {
  return { ...BOX, x: MARGIN, anchor: 'start', largest: 72, ...box };
}

export function authorAt(y: number, fill: string, more: Partial<AuthorLine> = {}): AuthorLine {
  return { x: WIDTH / 2, width: WIDTH - MARGIN * 2, anchor: 'middle', face: 'sans', y, fill, spaced: true, ...more };
}
