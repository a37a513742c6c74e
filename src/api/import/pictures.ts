import { join } from 'node:path';
import sharp from 'sharp';
import { writeAtomic } from '#src/lib/atomic-file.ts';
import { hash } from '#src/lib/hash.ts';
import type { NewBook } from '../store/records.ts';

const COVER = { width: 480, height: 720 };
/** Widths in px that `?w=` of a cover answers. */
const COVER_WIDTHS = [160, 240, 320, 480];
const PICTURE_WIDTH = 1280;
const WEBP_QUALITY = 82;
/** Pixels a picture may decode to. */
const MOST_PIXELS = 50_000_000;

const open = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: MOST_PIXELS, density: 96, failOn: 'error' });

/** Turns any cover into a 2:3 WebP below the media folder. */
export async function storeCover(bytes: Uint8Array, media: string): Promise<NonNullable<NewBook['cover']>> {
  const image = open(bytes)
    .resize({ ...COVER, fit: 'cover' })
    .flatten({ background: '#ffffff' });
  const content = await image.webp({ quality: WEBP_QUALITY }).toBuffer();
  const file = `covers/${hash(content, 16)}.webp`;
  await writeAtomic(join(media, file), content);
  const { dominant } = await sharp(content).stats();
  return { file, widths: COVER_WIDTHS, tone: toneOf(dominant) };
}

/** Turns a picture of a chapter into a WebP below the media folder. @returns its address below the prefix */
export async function storePicture(bytes: Uint8Array, media: string): Promise<string> {
  const image = open(bytes).rotate().resize({ width: PICTURE_WIDTH, withoutEnlargement: true });
  const content = await image.webp({ quality: WEBP_QUALITY }).toBuffer();
  const file = `pictures/${hash(content, 16)}.webp`;
  await writeAtomic(join(media, file), content);
  return `/media/${file}`;
}

/** The hue of a colour in steps of 10 degrees, 0 to 35. */
export function toneOf({ r, g, b }: { r: number; g: number; b: number }): number {
  const most = Math.max(r, g, b);
  const spread = most - Math.min(r, g, b);
  if (spread === 0) return 0;
  const sextant = most === r ? (g - b) / spread : most === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  return Math.floor((((sextant * 60 + 360) % 360) / 10) % 36);
}
