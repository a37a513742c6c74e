import type { BrandData } from '#src/brand/schema.ts';

type Files = BrandData['displayFace']['files'];
type Subset = keyof typeof RANGES;

/** The `unicode-range` of each subset of a font, as in the style sheets of Fontsource packages. */
const RANGES = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
} as const;

/**
 * Returns the files of an upright font in one weight, from the package `@fontsource/<face>`. The subset `latin` comes
 * first, because the first file is preloaded.
 * @param weight weight of headings, such as 600
 * @param more subsets besides `latin`; omit `vietnamese` if the font lacks it
 */
export function fontsource(face: string, weight: number, more: readonly Subset[] = ['latin-ext', 'vietnamese']): Files {
  return (['latin', ...more] as const).map((subset) => ({
    file: `@fontsource/${face}/files/${face}-${subset}-${weight}-normal.woff2`,
    weight: String(weight),
    unicodeRange: RANGES[subset],
  }));
}
