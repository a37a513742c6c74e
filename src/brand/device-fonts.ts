/** Metrics of a font in its own units, as required by `createFontStack` of @capsizecss/core. */
interface FontMetrics {
  readonly familyName: string;
  readonly fullName: string;
  readonly postscriptName: string;
  readonly capHeight: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly unitsPerEm: number;
  readonly xHeight: number;
  /** Average width of a letter in Latin text. */
  readonly xWidthAvg: number;
}

/**
 * Fonts installed on devices. The figures are copied from @capsizecss/metrics, because that package has 3,000 fonts and
 * 169 MB.
 */
export const DEVICE_FONTS = {
  arial: {
    familyName: 'Arial',
    fullName: 'Arial',
    postscriptName: 'ArialMT',
    capHeight: 1467,
    ascent: 1854,
    descent: -434,
    lineGap: 67,
    unitsPerEm: 2048,
    xHeight: 1062,
    xWidthAvg: 913,
  },
  georgia: {
    familyName: 'Georgia',
    fullName: 'Georgia',
    postscriptName: 'Georgia',
    capHeight: 1419,
    ascent: 1878,
    descent: -449,
    lineGap: 0,
    unitsPerEm: 2048,
    xHeight: 986,
    xWidthAvg: 913,
  },
  notoSerif: {
    familyName: 'Noto Serif',
    fullName: 'Noto Serif Regular',
    postscriptName: 'NotoSerif-Regular',
    capHeight: 714,
    ascent: 1069,
    descent: -293,
    lineGap: 0,
    unitsPerEm: 1000,
    xHeight: 536,
    xWidthAvg: 481,
  },
  roboto: {
    familyName: 'Roboto',
    fullName: 'Roboto Regular',
    postscriptName: 'Roboto-Regular',
    capHeight: 1456,
    ascent: 1900,
    descent: -500,
    lineGap: 0,
    unitsPerEm: 2048,
    xHeight: 1082,
    xWidthAvg: 911,
  },
  timesNewRoman: {
    familyName: 'Times New Roman',
    fullName: 'Times New Roman',
    postscriptName: 'TimesNewRomanPSMT',
    capHeight: 1356,
    ascent: 1825,
    descent: -443,
    lineGap: 87,
    unitsPerEm: 2048,
    xHeight: 916,
    xWidthAvg: 832,
  },
} as const satisfies Readonly<Record<string, FontMetrics>>;
