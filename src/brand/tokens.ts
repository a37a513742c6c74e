import { adjustToContrast, contrast, fitGamut, type Oklch, parseOklch, toHex } from '#src/lib/color.ts';
import type { BrandData } from './schema.ts';

/** Colours of one mode, by the name of their CSS variable. */
type Palette = Readonly<Record<string, Oklch>>;

const AA = 4.55;

/** The fields of a brand that determine its colours. */
type BrandColours = Pick<BrandData, 'themeColor' | 'accentColor' | 'headerGround' | 'headerColor'>;

/**
 * The brand's colour variables for day and night. Paper, ink and greys are tinted with the theme's hue. The lightness
 * of each text colour is adjusted until its contrast reaches WCAG AA on every surface where it is used.
 */
export function brandTokens(brand: BrandColours): { day: Palette; night: Palette } {
  const theme = colour(brand.themeColor);
  const accent = brand.accentColor ? colour(brand.accentColor) : theme;
  const header = { ground: colour(brand.headerGround), ink: colour(brand.headerColor) };
  // The default cover is the same drawing by day and by night.
  const cover = { 'cover-ground': header.ground, 'cover-ink': header.ink };
  return {
    day: { ...palette(theme, accent, DAY), ...named(header), ...cover },
    night: { ...palette(theme, accent, NIGHT), ...named(isLight(header.ground) ? darkened(header) : header), ...cover },
  };
}

interface Mode {
  readonly paper: number;
  readonly surface: number;
  readonly sunken: number;
  readonly line: number;
  readonly edge: number;
  readonly ink: number;
  readonly soft: number;
  readonly tint: number;
  /** Chapter backgrounds that the reader can choose, without the first one, which is the paper colour. */
  readonly sheets: readonly Oklch[];
  readonly danger: Oklch;
  /** Direction in which the lightness of text colours is adjusted: 0 (darker) by day, 1 (lighter) by night. */
  readonly towards: 0 | 1;
}

const DAY: Mode = {
  paper: 0.985,
  surface: 1,
  sunken: 0.955,
  line: 0.9,
  edge: 0.62,
  ink: 0.24,
  soft: 0.5,
  tint: 0.006,
  sheets: [
    { l: 0.965, c: 0.028, h: 85 },
    { l: 0.96, c: 0.02, h: 20 },
    { l: 0.965, c: 0.024, h: 150 },
    { l: 0.96, c: 0.018, h: 250 },
  ],
  danger: { l: 0.48, c: 0.18, h: 27 },
  towards: 0,
};
const NIGHT: Mode = {
  paper: 0.19,
  surface: 0.235,
  sunken: 0.15,
  line: 0.32,
  edge: 0.58,
  ink: 0.9,
  soft: 0.7,
  tint: 0.009,
  sheets: [
    { l: 0.2, c: 0.012, h: 75 },
    { l: 0.2, c: 0.012, h: 20 },
    { l: 0.2, c: 0.012, h: 150 },
    { l: 0.2, c: 0.014, h: 250 },
  ],
  danger: { l: 0.76, c: 0.13, h: 27 },
  towards: 1,
};

function palette(theme: Oklch, accent: Oklch, mode: Mode): Palette {
  const grey = (l: number, tint = mode.tint): Oklch => ({ l, c: tint, h: theme.h });
  const [paper, surface, sunken] = [grey(mode.paper), grey(mode.surface), grey(mode.sunken)];
  const wash = { ...theme, l: mode.towards === 0 ? 0.945 : 0.28, c: Math.min(theme.c, 0.035) };
  const grounds = [paper, surface, sunken, wash, ...mode.sheets];
  const text = (color: Oklch) => adjustToContrast(color, grounds, AA, mode.towards);
  const fill = mode.towards === 0 ? theme : fitGamut({ ...theme, l: Math.max(theme.l, 0.62) });
  return {
    paper,
    surface,
    sunken,
    ...Object.fromEntries(mode.sheets.map((sheet, index) => [`sheet-${index + 2}`, sheet])),
    line: grey(mode.line, mode.tint * 1.5),
    edge: adjustToContrast(grey(mode.edge, mode.tint * 1.5), grounds, 3.05, mode.towards),
    ink: grey(mode.ink, 0.012),
    'ink-soft': text(grey(mode.soft, 0.015)),
    theme: fill,
    'theme-ink': text(fill),
    'theme-wash': wash,
    'on-theme': readableOn(fill),
    accent: accent,
    'accent-ink': text(accent),
    'on-accent': readableOn(accent),
    'danger-ink': text(mode.danger),
  };
}

interface Header {
  readonly ground: Oklch;
  readonly ink: Oklch;
}

const named = ({ ground, ink }: Header) => ({ 'header-ground': ground, 'header-ink': ink });

const isLight = ({ l }: Oklch) => l > 0.6;

/**
 * The night colours for a light header: a dark background with the same hue, onto which the drawing is blended with
 * `multiply`.
 */
function darkened({ ground, ink }: Header): Header {
  const deep = { ...ground, l: 0.34, c: Math.min(Math.max(ground.c, 0.02), 0.06) };
  return { ground: deep, ink: adjustToContrast({ l: 0.92, c: 0.03, h: ink.h }, [deep], AA, 1) };
}

export const HEADER_AS_DRAWN = '--header-blend:normal;--logo-filter:none;';

/** CSS for night mode that adapts the drawing and logo of a light header, which are designed for day mode. */
export function nightHeaderCss(brand: BrandData): string {
  if (!isLight(colour(brand.headerGround))) return HEADER_AS_DRAWN;
  return '--header-blend:multiply;--logo-filter:invert(1) hue-rotate(180deg);';
}

/** White or near-black in the hue of the fill, whichever has better contrast. */
function readableOn(fill: Oklch): Oklch {
  const light = adjustToContrast({ l: 0.985, c: 0.005, h: fill.h }, [fill], AA, 1);
  const dark = adjustToContrast({ l: 0.2, c: 0.02, h: fill.h }, [fill], AA, 0);
  return contrast(light, fill) >= AA && light.l >= 0.98 && light.c > 0 ? light : dark;
}

function colour(text: string): Oklch {
  const parsed = parseOklch(text);
  if (!parsed) throw new TypeError(`not a colour: ${text}`);
  // Fits the colour to sRGB first, because contrast must be computed from the colour that screens show.
  return fitGamut(parsed);
}

/**
 * Writes a palette as CSS. The colours are in sRGB, to which the palette is fitted, because Chrome 109 does not support
 * `oklch()`.
 */
export function paletteCss(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${toHex(value)};`)
    .join('');
}
