import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { isMissing, messageOf } from '#src/lib/errors.ts';
import type { PICTURES } from '../schema.ts';
import type { Finding } from './problem.ts';
import { checkSvg } from './svg.ts';

/** A field of `brand.ts` that names a picture. */
export type PictureField = (typeof PICTURES)[number];

interface Shape {
  /** In px, as docs/use/brands.md names it. */
  readonly width: number;
  readonly height: number;
  /** Least and most width for one px of height. */
  readonly ratio: readonly [number, number];
}

/** Files are exported with rounded sides. */
const within = (width: number, height: number): Shape => ({
  width,
  height,
  ratio: [(width / height) * 0.98, (width / height) * 1.02],
});

const SHAPES: Readonly<Record<PictureField, Shape>> = {
  logo: { width: 131, height: 32, ratio: [90 / 32, 170 / 32] },
  icon: within(512, 512),
  bookSourceImg: within(400, 600),
  // Shown cut to the window, so a narrower one will do.
  headerBg: { width: 1600, height: 120, ratio: [3, 16] },
  notFoundImg: within(480, 360),
  emptyImg: within(240, 180),
};

const MOST_BYTES = { drawing: 8 * 1024, photo: 100 * 1024 } as const;

/** Checks a picture: what it holds, its shape and its bytes. */
export async function checkPicture(file: string, field: PictureField): Promise<Finding[]> {
  try {
    const content = await readFile(file);
    return extname(file) === '.svg' ? drawingFindings(content, field) : await photoFindings(content, file, field);
  } catch (error) {
    const remedy = isMissing(error) ? 'Add it beside brand.ts, or name another in brand.ts' : 'Make it readable';
    const what = isMissing(error) ? 'does not exist' : `cannot be read (${messageOf(error)})`;
    return [{ message: `${what}; brand.ts names it as ${field}. ${remedy}.` }];
  }
}

function drawingFindings(content: Buffer, field: PictureField): Finding[] {
  const text = textOf(content);
  if (text === undefined) return [{ message: 'is not UTF-8 text. Export the drawing as SVG in UTF-8.' }];
  const { findings, size } = checkSvg(text);
  return [...findings, ...wrongBytes(content, 'drawing'), ...(size ? wrongShape(size, field) : [])];
}

/** Without a byte order mark, which XML may begin with; undefined where it is not UTF-8. */
function textOf(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

async function photoFindings(content: Buffer, file: string, field: PictureField): Promise<Finding[]> {
  // Loaded here: the site bundle holds this module too and runs where sharp is not installed.
  const sharp = (await import('sharp')).default;
  const kind = extname(file).slice(1);
  const found = await sharp(content)
    .metadata()
    .catch(() => undefined);
  if (!found) return [{ message: `is no picture that can be read. Export it as ${kind} anew.` }];
  const { width, height, format, compression } = found;
  const isKind = format === kind || (kind === 'avif' && format === 'heif' && compression === 'av1');
  if (!isKind) return [{ message: `is a ${format} file. Export it as ${kind}, or give it the ending of what it is.` }];
  const least = SHAPES[field];
  const small = field === 'headerBg' ? height < least.height : width < least.width || height < least.height;
  const wanted = `${least.width} x ${least.height}`;
  return [
    ...wrongBytes(content, 'photo'),
    ...wrongShape({ width, height }, field),
    ...(small ? [{ message: `is ${width} x ${height} px. Export it at ${wanted} px or more.` }] : []),
  ];
}

function wrongBytes({ length }: Buffer, kind: keyof typeof MOST_BYTES): Finding[] {
  const most = MOST_BYTES[kind];
  if (length <= most) return [];
  const remedy = kind === 'drawing' ? 'Draw it with fewer points' : 'Compress it more';
  return [{ message: `has ${length} bytes, and every page loads it. ${remedy}: at most ${most} bytes.` }];
}

function wrongShape({ width, height }: { width: number; height: number }, field: PictureField): Finding[] {
  const { ratio, ...wanted } = SHAPES[field];
  const [least, most] = ratio;
  if (width / height >= least && width / height <= most) return [];
  const range =
    field === 'logo' || field === 'headerBg' ? `${round(least)} to ${round(most)} times as wide as high` : '';
  const shape = range || `in the shape of ${wanted.width} x ${wanted.height}`;
  return [{ message: `is ${width} x ${height}; as ${field} it must be ${shape}. Change its size or viewBox.` }];
}

const round = (value: number) => Number(value.toFixed(1));
