import { hash } from '#src/lib/hash.ts';
import { createRandom, type Random } from '../random.ts';
import { type Composition, type CoverDrawing, HEIGHT, WIDTH } from './drawing.ts';
import { arch, botanical, emblem, portrait } from './figures.ts';
import { hills, mountains, night, rays, sea, skyline } from './landscapes.ts';
import { paletteOf, type Scheme } from './palette.ts';
import { authorSvg, titleSvg } from './text.ts';
import { bands, blocks, poster, rings, split, wallpaper } from './type-led.ts';

/** A picture for the media folder. Equal drawings have the same name. */
export interface Artwork {
  /** Path below the media folder. */
  readonly file: string;
  readonly svg: string;
}

export interface CoverOptions {
  /** Seed of all random choices. */
  readonly key: string;
  /** Hue in steps of 10 degrees, from 0 to 35. */
  readonly tone: number;
  readonly category: string;
  /** Chosen at random if absent. */
  readonly design?: { readonly composition: CompositionName; readonly scheme: Scheme } | undefined;
  /** Null for a cover without words. */
  readonly words: { readonly title: string; readonly author: string } | null;
}

const COMPOSITIONS = {
  poster,
  hills,
  blocks,
  portrait,
  wallpaper,
  night,
  split,
  emblem,
  sea,
  skyline,
  botanical,
  rays,
  arch,
  mountains,
  rings,
  bands,
};
export type CompositionName = keyof typeof COMPOSITIONS;
const ALL: readonly Composition[] = Object.values(COMPOSITIONS);

/** The compositions that suit each English category. For any other category, all compositions are suitable. */
const SUITED: Readonly<Record<string, readonly Composition[]>> = {
  Romance: [botanical, portrait, arch, wallpaper, poster, bands, skyline, hills],
  Fantasy: [emblem, night, rays, mountains, arch, hills, wallpaper],
  Mystery: [split, emblem, night, skyline, poster, wallpaper, arch],
  'Science Fiction': [rings, blocks, rays, night, split, mountains, bands],
  Historical: [emblem, portrait, wallpaper, arch, bands, botanical, sea],
  Adventure: [sea, mountains, hills, rays, emblem, bands],
  Thriller: [split, skyline, poster, mountains, night, rings],
  Comedy: [blocks, poster, wallpaper, emblem, bands, botanical, hills],
};

const SCHEMES: Readonly<Record<string, readonly Scheme[]>> = {
  Thriller: ['deep', 'deep', 'vivid'],
  Comedy: ['vivid', 'paper', 'vivid'],
  'Science Fiction': ['deep', 'vivid', 'deep'],
  Romance: ['paper', 'vivid', 'paper', 'deep'],
};
/** Compositions that need a dark background. */
const DARK_ONLY: ReadonlySet<Composition> = new Set([night, rays]);
const ANY_SCHEME: readonly Scheme[] = ['deep', 'paper', 'vivid'];

/** Draws a cover with an aspect ratio of 2:3. */
export function coverArt({ key, words, ...options }: CoverOptions): Artwork {
  const random = createRandom(`cover/${key}`);
  const drawing = drawCover(options, random);
  const text = words === null ? '' : titleSvg(words.title, drawing.title) + authorSvg(words.author, drawing.author);
  return artwork(`viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`, drawing.art + text);
}

/** Compositions that are still recognisable when cropped to a strip. */
const WIDE: readonly CompositionName[] = ['skyline', 'sea', 'hills', 'mountains', 'rings', 'botanical'];

/** Draws a picture with an aspect ratio of 16:9 and without text, dark enough for white text on it. */
export function bannerArt({ key, tone, category }: Omit<CoverOptions, 'words' | 'design'>): Artwork {
  const random = createRandom(`banner/${key}`);
  const drawing = drawCover({ tone, category, design: { composition: random.pick(WIDE), scheme: 'deep' } }, random);
  return artwork('viewBox="0 268 400 225" width="960" height="540"', drawing.art);
}

function drawCover(
  { tone, category, design }: Pick<CoverOptions, 'tone' | 'category' | 'design'>,
  random: Random,
): CoverDrawing {
  const composition = design ? COMPOSITIONS[design.composition] : random.pick(SUITED[category] ?? ALL);
  const scheme = design?.scheme ?? (DARK_ONLY.has(composition) ? 'deep' : random.pick(SCHEMES[category] ?? ANY_SCHEME));
  return composition(paletteOf(tone, scheme, random), random);
}

function artwork(box: string, content: string): Artwork {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${content}</svg>`;
  return { file: `covers/${hash(svg, 16)}.svg`, svg };
}
