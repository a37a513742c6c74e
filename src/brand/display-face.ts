import { createFontStack } from '@capsizecss/core';
import { fromBuffer } from '@capsizecss/unpack';
import { DEVICE_FONTS } from './device-fonts.ts';
import type { Brand } from './registry.ts';

/** System fonts by generic family. The first installed font is shown until the display font has loaded. */
const FALLBACK_FONTS = {
  'sans-serif': [DEVICE_FONTS.arial, DEVICE_FONTS.roboto],
  serif: [DEVICE_FONTS.georgia, DEVICE_FONTS.timesNewRoman, DEVICE_FONTS.notoSerif],
} as const;

type Face = Brand['displayFace'];

/** A font file with its URL on the site. */
interface FontFile {
  readonly url: string;
  readonly content: Uint8Array;
}

/**
 * CSS for the brand's display font: its files, the weight of headings, and fallback fonts. A fallback is a system font
 * scaled to the metrics of the display font, so that lines do not move when the display font arrives.
 * @param fonts the files of the font, in the same order
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

/** @returns CSS for the fallback fonts and their family names; empty if the font file cannot be read */
export async function standIns({ family, fallback }: Pick<Face, 'family' | 'fallback'>, file: Uint8Array | undefined) {
  const metrics = file && (await fromBuffer(Buffer.from(file)).catch(() => undefined));
  if (!metrics) return { families: [], css: '' };
  const { fontFaces } = createFontStack([{ ...metrics, familyName: family }, ...FALLBACK_FONTS[fallback]]);
  const families = [...fontFaces.matchAll(/font-family: ("[^"]+")/g)].map(([, name = '']) => name);
  return { families, css: fontFaces.replaceAll(/\s*\n\s*/g, '') };
}

/** If the font has a single weight, headings use it. For a variable font, the brand's layout.css sets the weight. */
function headingWeight(files: Face['files']): string {
  const weights = new Set(files.map(({ weight }) => weight));
  const [weight = ''] = weights;
  return weights.size === 1 && !weight.includes(' ') ? `--display-weight:${weight};` : '';
}

/** Vietnamese uses the fallback font if the display font lacks its letters. Otherwise a word would mix two fonts. */
function vietnameseRule(files: Face['files'], fallback: Face['fallback']): string[] {
  const isWhole = files.some(({ unicodeRange }) => unicodeRange?.includes('U+1EA0') ?? true);
  return isWhole ? [] : [`:root:lang(vi){--display:var(--${fallback})}`];
}

function fontFace(family: string, url: string, { weight, unicodeRange }: Face['files'][number]): string {
  const range = unicodeRange ? `unicode-range:${unicodeRange};` : '';
  return `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:${weight};font-display:swap;${range}}`;
}
