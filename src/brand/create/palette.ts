import { converter, parse } from 'culori';
import { adjustToContrast, fitGamut, formatOklch, type Oklch, parseOklch, toHex } from '#src/lib/color.ts';

/** The colour fields of a `brand.ts`, and the tones of its images as `#rrggbb`. */
export interface CreatedPalette {
  readonly themeColor: string;
  readonly accentColor: string;
  readonly headerGround: string;
  readonly headerColor: string;
  /**
   * Tones for drawing on `headerGround`. `deep` and `raised` differ little from it, so that `headerColor` is readable
   * on them too.
   */
  readonly onGround: Tones & Readonly<Record<'ground' | 'deep' | 'raised' | 'ink', string>>;
  /** Tones for drawings without a background, which are shown on both white and black pages. */
  readonly alone: Tones;
}

export interface Tones {
  readonly strong: string;
  readonly soft: string;
  readonly accent: string;
}

const toOklch = converter('oklch');

/**
 * Parses a CSS colour such as `#7a3cff`, `teal` or `rgb(122 60 255)`; undefined for translucent colours and anything
 * else.
 */
export function readColour(text: string): Oklch | undefined {
  const parsed = toOklch(parse(text.trim()));
  if (!parsed || (parsed.alpha ?? 1) < 1) return undefined;
  const { l = 0, c = 0, h = 0 } = parsed;
  const bounded = { l: within(l, 0, 1), c: within(c, 0, 0.4), h: ((h % 360) + 360) % 360 };
  return Object.values(bounded).every(Number.isFinite) ? fitGamut(bounded) : undefined;
}

/** The paper colour in day mode, against which the schema checks the theme colour. */
const PAPER: Oklch = { l: 0.985, c: 0, h: 0 };
/**
 * Contrast of the theme colour with the paper. Slightly more than the schema requires, because the numbers are rounded
 * when they are written.
 */
const THEME_CONTRAST = 2.1;
/** A colour that is at least this light results in a light header with dark text. */
const LIGHT = 0.72;
const WARM_HUE = 60;

/** Derives the colours of a brand from a single colour. They are readable by day and by night. */
export function createPalette(given: Oklch): CreatedPalette {
  const theme = adjustToContrast(given, [PAPER], THEME_CONTRAST, 0);
  const isLight = given.l >= LIGHT;
  const ink = isLight
    ? { l: 0.2, c: Math.min(given.c, 0.03), h: given.h }
    : { l: 0.975, c: Math.min(given.c, 0.012), h: given.h };
  const ground = groundOf(given, isLight);
  const accentHue = given.c < 0.03 ? WARM_HUE : (given.h + 165) % 360;
  const accent = (l: number, c: number) => ({ l, c, h: accentHue });
  const tone = (l: number, most: number) => ({ l, c: Math.min(given.c, most), h: given.h });
  const written = { headerGround: formatOklch(fitGamut(ground)) };
  // Drawings use the background as written to `brand.ts`, where its numbers are rounded, so that header and image
  // match.
  const drawn = parseOklch(written.headerGround) ?? ground;
  const step = (by: number) => toHex({ ...drawn, l: within(drawn.l + by, 0, 1) });
  return {
    ...written,
    themeColor: formatOklch(theme),
    accentColor: formatOklch(fitGamut(accent(0.66, 0.15))),
    headerColor: formatOklch(fitGamut(ink)),
    onGround: {
      ground: toHex(drawn),
      ink: toHex(ink),
      deep: step(-0.05),
      raised: step(isLight ? 0.035 : 0.045),
      strong: toHex(isLight ? tone(0.58, 0.16) : tone(0.66, 0.16)),
      soft: toHex(isLight ? tone(0.975, 0.02) : tone(0.9, 0.06)),
      accent: toHex(isLight ? accent(0.56, 0.17) : accent(0.8, 0.15)),
    },
    alone: { strong: toHex(tone(0.58, 0.17)), soft: toHex(tone(0.78, 0.1)), accent: toHex(accent(0.7, 0.16)) },
  };
}

/** Makes the background light or dark enough for text to stay readable on slightly darker or lighter shapes. */
const groundOf = ({ l, c, h }: Oklch, isLight: boolean): Oklch =>
  isLight ? { l: within(l, 0.8, 0.92), c, h } : { l: within(l, 0.24, 0.42), c: Math.min(c, 0.17), h };

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
