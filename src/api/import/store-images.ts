import { join } from 'node:path';
import sharp from 'sharp';
import { writeAtomic } from '#src/lib/files.ts';
import { hash } from '#src/lib/hash.ts';
import type { NewBook } from '../store/records.ts';

const COVER = { width: 480, height: 720 };
/** Widths in px that `?w=` of a cover answers. */
const COVER_WIDTHS = [160, 240, 320, 480];
const PICTURE_WIDTH = 1280;
const WEBP_QUALITY = 82;
const TONES = 36;
/** Pixels a picture may decode to. */
const MAX_PIXELS = 50_000_000;

const open = (bytes: Uint8Array) => sharp(bytes, { limitInputPixels: MAX_PIXELS, density: 96, failOn: 'error' });

/** Turns any cover into a 2:3 WebP below the media folder. */
export async function storeCover(bytes: Uint8Array, media: string): Promise<NonNullable<NewBook['cover']>> {
  const image = open(bytes)
    .resize({ ...COVER, fit: 'cover' })
    .flatten({ background: '#ffffff' });
  const content = await image.webp({ quality: WEBP_QUALITY }).toBuffer();
  const file = `covers/${hash(content, 16)}.webp`;
  await writeAtomic(join(media, file), content);
  return { file, widths: COVER_WIDTHS, tone: await dominantTone(content) };
}

/** Turns a picture of a chapter into a WebP below the media folder. @returns its address below the prefix */
export async function storePicture(bytes: Uint8Array, media: string): Promise<string> {
  const image = open(bytes).rotate().resize({ width: PICTURE_WIDTH, withoutEnlargement: true });
  const content = await image.webp({ quality: WEBP_QUALITY }).toBuffer();
  const file = `pictures/${hash(content, 16)}.webp`;
  await writeAtomic(join(media, file), content);
  return `/media/${file}`;
}

/** The hue that most of a picture's colour has: the more colourful a spot, the more it counts, so that greys do not. */
async function dominantTone(content: Uint8Array): Promise<number> {
  const pixels = await sharp(content)
    .resize(16, 24, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const weights = new Array<number>(TONES).fill(0);
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
    const tone = toneOf({ r, g, b });
    weights[tone] = (weights[tone] ?? 0) + (Math.max(r, g, b) - Math.min(r, g, b)) ** 2;
  }
  const weightOf = (tone: number) => weights[(tone + TONES) % TONES] ?? 0;
  const around = (tone: number) => weightOf(tone - 1) + 2 * weightOf(tone) + weightOf(tone + 1);
  return weights.reduce((best, _, tone) => (around(tone) > around(best) ? tone : best), 0);
}

/** The hue of a colour in steps of 10 degrees, 0 to 35. */
export function toneOf({ r, g, b }: { r: number; g: number; b: number }): number {
  const most = Math.max(r, g, b);
  const spread = most - Math.min(r, g, b);
  if (spread === 0) return 0;
  const sextant = most === r ? (g - b) / spread : most === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  return Math.floor((((sextant * 60 + 360) % 360) / 10) % 36);
}
