import sharp from 'sharp';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { MEDIA_WIDTHS } from '../media/media-types.ts';
import type { NewBook } from '../store/records.ts';

const COVER = { width: 480, height: 720 };
/** The widths in px that a cover's URL accepts as `?w=`. */
const COVER_WIDTHS = [160, 240, 320, 480];
/** Maximum width of a stored picture, in px: sharp on a phone even if the reader zooms in to a third of it. */
const PICTURE_WIDTH = 2560;
/** Widths in px of a picture in the text, for standard and high-density displays. */
const PICTURE_WIDTHS = MEDIA_WIDTHS.filter((width) => width >= 320);
/** The width in `src`, for clients without `srcset` and for offline books. */
const PLAIN_WIDTH = 960;
const WEBP_QUALITY = 82;
const TONES = 36;
/** Maximum number of pixels of a decoded picture. */
const MAX_PIXELS = 50_000_000;

/** Compression effort for WebP, from 0 to 6. An effort of 4 takes twice as long, for files that are 2 % smaller. */
const WEBP_EFFORT = 2;

// An import stores pictures one after another, so the cache and threads of libvips would only use memory.
sharp.cache(false);
sharp.concurrency(1);

/** Thrown for a picture that cannot be stored. The message says why and what to do. */
export class PictureError extends LecternError {
  constructor(cause: unknown) {
    const reason = /pixel limit/i.test(messageOf(cause))
      ? `has more than ${MAX_PIXELS / 1e6} million pixels, which is the limit. Make it smaller.`
      : 'cannot be decoded: it is damaged, or its format is not supported. Save it as a PNG or JPEG.';
    super('PICTURE', `The picture ${reason}`, { cause });
  }
}

/** Waits for the library. @throws PictureError, which has a clearer message than the library's error */
const decoded = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause) => {
    throw new PictureError(cause);
  });

const open = (bytes: Uint8Array, density?: number) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, density, failOn: 'error' });

/** Where pictures are stored. */
export interface MediaTarget {
  /** Writes a file. @param file path below the media folder, with the hash of the content as its name */
  keep(file: string, content: Uint8Array): Promise<void>;
}

/** Converts a cover to a WebP with an aspect ratio of 2:3, and stores it. */
export async function storeCover(bytes: Uint8Array, target: MediaTarget): Promise<NonNullable<NewBook['cover']>> {
  const image = open(bytes, 96)
    .resize({ ...COVER, fit: 'cover' })
    .flatten({ background: '#ffffff' });
  const content = await decoded(image.webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT }).toBuffer());
  const file = `covers/${hash(content, 16)}.webp`;
  await target.keep(file, content);
  return { file, widths: COVER_WIDTHS, tone: await dominantTone(content) };
}

/** A stored picture of a chapter. */
export interface StoredPicture {
  /** Path below the API's prefix. */
  readonly url: string;
  /** Size of the stored file in px. */
  readonly width: number;
  /** Size in px at which the chapter shows the picture. For vector graphics, the stored file is larger. */
  readonly shown: { readonly width: number; readonly height: number };
}

/** Converts a picture of a chapter to a WebP, and stores it. */
export async function storePicture(bytes: Uint8Array, target: MediaTarget): Promise<StoredPicture> {
  const { format, width: own, orientation = 1 } = await decoded(open(bytes).metadata());
  const scale = format === 'svg' ? vectorScale(own) : 1;
  const width = scale === 1 ? PICTURE_WIDTH : undefined;
  const source = open(bytes, scale === 1 ? undefined : scale * VECTOR_DENSITY);
  // Rotates only if needed, because rotating needs the whole picture in memory.
  const upright = orientation === 1 ? source : source.rotate();
  const image = upright
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT });
  const { data, info } = await decoded(image.toBuffer({ resolveWithObject: true }));
  const file = `pictures/${hash(data, 16)}.webp`;
  await target.keep(file, data);
  const shown = { width: Math.round(info.width / scale), height: Math.round(info.height / scale) };
  return { url: `/media/${file}`, width: info.width, shown };
}

/** Resolution in dots per inch at which one SVG pixel is rendered as one pixel. */
const VECTOR_DENSITY = 72;
const MAX_SCALE = 4;

/**
 * Returns the scale at which a vector graphic is rendered. Small graphics are enlarged up to `PICTURE_WIDTH`, because their
 * bitmap would be blurred if it was enlarged later.
 */
const vectorScale = (width: number): number => Math.min(MAX_SCALE, Math.max(1, PICTURE_WIDTH / width));

/** Returns the `img` attributes of a picture: its size, and its URLs in all widths, ending with the stored width. */
export function pictureAttributes({ url, width, shown }: StoredPicture): string {
  const sizes = PICTURE_WIDTHS.filter((each) => each < width);
  const size = ` width="${shown.width}" height="${shown.height}"`;
  if (sizes.length === 0) return ` src="${url}"${size}`;
  const srcset = [...sizes.map((each) => `${url}?w=${each} ${each}w`), `${url} ${width}w`].join(', ');
  const plain = width > PLAIN_WIDTH ? `${url}?w=${PLAIN_WIDTH}` : url;
  return ` src="${plain}" srcset="${srcset}"${size}`;
}

/** Returns the dominant hue of a picture, weighted by saturation, so that greys do not count. */
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

/** Returns the hue of a colour in steps of 10 degrees, from 0 to 35. */
export function toneOf({ r, g, b }: { r: number; g: number; b: number }): number {
  const max = Math.max(r, g, b);
  const spread = max - Math.min(r, g, b);
  if (spread === 0) return 0;
  const sextant = max === r ? (g - b) / spread : max === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  return Math.floor((((sextant * 60 + 360) % 360) / 10) % 36);
}
