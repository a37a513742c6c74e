import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { isMissing, messageOf } from '#src/lib/errors.ts';
import type { PICTURES } from '../schema.ts';
import type { Finding } from './problem.ts';
import { checkSvg } from './svg.ts';

/** A field of `brand.ts` that names an image. */
export type PictureField = (typeof PICTURES)[number];

interface Shape {
  /** Width in px, as documented in docs/use/brands.md. */
  readonly width: number;
  readonly height: number;
  /** Minimum and maximum ratio of width to height. */
  readonly ratio: readonly [number, number];
}

/** Allows for rounded side lengths in exported files. */
const within = (width: number, height: number): Shape => ({
  width,
  height,
  ratio: [(width / height) * 0.98, (width / height) * 1.02],
});

const SHAPES: Readonly<Record<PictureField, Shape>> = {
  logo: { width: 131, height: 32, ratio: [90 / 32, 170 / 32] },
  icon: within(512, 512),
  bookSourceImg: within(400, 600),
  // The header crops this image to the width of the window, so a narrower image is also accepted.
  headerBg: { width: 1600, height: 120, ratio: [3, 16] },
  notFoundImg: within(480, 360),
  emptyImg: within(240, 180),
};

/** A small file can contain so many pixels that decoding it would exhaust the memory. */
const MAX_PIXELS = 20_000_000;

const MAX_BYTES = { drawing: 8 * 1024, photo: 100 * 1024 } as const;

/** Checks the format, shape and size of an image. */
export async function checkPicture(file: string, field: PictureField): Promise<Finding[]> {
  try {
    return await checkContent(await readFile(file), extname(file).slice(1), field);
  } catch (error) {
    const remedy = isMissing(error) ? 'Add it next to brand.ts, or name another file in brand.ts' : 'Make it readable';
    const what = isMissing(error) ? 'does not exist' : `cannot be read (${messageOf(error)})`;
    return [{ message: `${what}; brand.ts names it as ${field}. ${remedy}.` }];
  }
}

/** Checks the content of an image, like `checkPicture`. @param kind the file extension, such as `svg` */
export async function checkContent(content: Buffer, kind: string, field: PictureField): Promise<Finding[]> {
  return kind === 'svg' ? drawingFindings(content, field) : photoFindings(content, kind, field);
}

function drawingFindings(content: Buffer, field: PictureField): Finding[] {
  const text = textOf(content);
  if (text === undefined) return [{ message: 'is not UTF-8 text. Export the drawing as SVG in UTF-8.' }];
  const { findings, size } = checkSvg(text);
  return [...findings, ...wrongBytes(content, 'drawing'), ...(size ? wrongShape(size, field) : [])];
}

/** The text without a byte order mark, which XML may start with; undefined if it is not UTF-8. */
function textOf(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

async function photoFindings(content: Buffer, kind: string, field: PictureField): Promise<Finding[]> {
  // Imported here, because the site bundle includes this module and runs where sharp is not installed.
  const sharp = (await import('sharp')).default;
  const metadata = await sharp(content)
    .metadata()
    .catch(() => undefined);
  if (!metadata) return [{ message: `is not a readable picture. Export it as ${kind} again.` }];
  const { width, height, format, compression } = metadata;
  const isKind = format === kind || (kind === 'avif' && format === 'heif' && compression === 'av1');
  if (!isKind)
    return [{ message: `is a ${format} file. Export it as ${kind}, or give it the matching file extension.` }];
  if (width * height > MAX_PIXELS)
    return [{ message: `is ${width} x ${height} px. Export it smaller: at most ${MAX_PIXELS / 1e6} million pixels.` }];
  const least = SHAPES[field];
  const small = field === 'headerBg' ? height < least.height : width < least.width || height < least.height;
  const minimum = `${least.width} x ${least.height}`;
  return [
    ...wrongBytes(content, 'photo'),
    ...wrongShape({ width, height }, field),
    ...(small ? [{ message: `is ${width} x ${height} px. Export it at ${minimum} px or more.` }] : []),
  ];
}

function wrongBytes({ length }: Buffer, kind: keyof typeof MAX_BYTES): Finding[] {
  const most = MAX_BYTES[kind];
  if (length <= most) return [];
  const remedy = kind === 'drawing' ? 'Draw it with fewer points' : 'Compress it more';
  return [{ message: `has ${length} bytes, and every page loads it. ${remedy}: at most ${most} bytes.` }];
}

function wrongShape({ width, height }: { width: number; height: number }, field: PictureField): Finding[] {
  const { ratio, ...minimum } = SHAPES[field];
  const [least, most] = ratio;
  if (width / height >= least && width / height <= most) return [];
  const range =
    field === 'logo' || field === 'headerBg' ? `${round(least)} to ${round(most)} times as wide as high` : '';
  const shape = range || `in the shape of ${minimum.width} x ${minimum.height}`;
  return [{ message: `is ${width} x ${height}; as ${field} it must be ${shape}. Change its size or viewBox.` }];
}

const round = (value: number) => Number(value.toFixed(1));
