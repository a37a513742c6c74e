import { createFontStack } from '@capsizecss/core';
import arial from '@capsizecss/metrics/arial';
import georgia from '@capsizecss/metrics/georgia';
import notoSerif from '@capsizecss/metrics/notoSerif';
import roboto from '@capsizecss/metrics/roboto';
import timesNewRoman from '@capsizecss/metrics/timesNewRoman';
import { fromBuffer } from '@capsizecss/unpack';
import type { Brand } from './registry.ts';

/** Fonts that devices have, one of which is shown until the face is there. */
const DEVICE_FONTS = { 'sans-serif': [arial, roboto], serif: [georgia, timesNewRoman, notoSerif] } as const;

type Face = Brand['displayFace'];

/** A file of the face with its address on the site. */
interface FontFile {
  readonly url: string;
  readonly content: Uint8Array;
}

/**
 * CSS of the brand's display face: its files, the weight of headings, and stand-ins. A stand-in is a font of the device,
 * scaled to the width and height of the face, so that no line moves when the face arrives.
 * @param fonts the files of the face, in its order
 */
export async function displayFaceCss({ family, fallback, files }: Face, fonts: readonly FontFile[]): Promise<string[]> {
  const { families, css } = await standIns({ family, fallback }, fonts[0]?.content);
  const display = [`"${family}"`, ...families, `var(--${fallback})`].join(',');
  return [
    ...files.map((font, index) => fontFace(family, fonts[index]?.url ?? '', font)),
    css,
    `:root{--display:${display};${headingWeight(files)}}`,
    ...vietnameseRule(files, fallback),
  ];
}

/** @returns the stand-ins and their families; none where the file of the face cannot be read */
export async function standIns({ family, fallback }: Pick<Face, 'family' | 'fallback'>, file: Uint8Array | undefined) {
  const metrics = file && (await fromBuffer(Buffer.from(file)).catch(() => undefined));
  if (!metrics) return { families: [], css: '' };
  const { fontFaces } = createFontStack([{ ...metrics, familyName: family }, ...DEVICE_FONTS[fallback]]);
  const families = [...fontFaces.matchAll(/font-family: ("[^"]+")/g)].map(([, name = '']) => name);
  return { families, css: fontFaces.replaceAll(/\s*\n\s*/g, '') };
}

/** A face of one weight sets headings in it. A variable one leaves the weight to the brand's layout.css. */
function headingWeight(files: Face['files']): string {
  const weights = new Set(files.map(({ weight }) => weight));
  const [weight = ''] = weights;
  return weights.size === 1 && !weight.includes(' ') ? `--display-weight:${weight};` : '';
}

/** Vietnamese uses the fallback font where the display font lacks its letters: otherwise a word would mix two fonts. */
function vietnameseRule(files: Face['files'], fallback: Face['fallback']): string[] {
  const isWhole = files.some(({ unicodeRange }) => unicodeRange?.includes('U+1EA0') ?? true);
  return isWhole ? [] : [`:root:lang(vi){--display:var(--${fallback})}`];
}

function fontFace(family: string, url: string, { weight, unicodeRange }: Face['files'][number]): string {
  const range = unicodeRange ? `unicode-range:${unicodeRange};` : '';
  return `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:${weight};font-display:swap;${range}}`;
}
