import { formatOklch, type Oklch, parseOklch, reachContrast } from '#src/lib/color.ts';
import type { BrandData } from './schema.ts';

/** Colours of one mode, by the name of their CSS variable. */
type Palette = Readonly<Record<string, Oklch>>;

const AA = 4.55;

/**
 * The brand's colour variables for day and night. Paper, ink and greys are tinted with the theme's hue; every text
 * colour is moved until it reaches AA on each surface it may stand on, so that contrast holds by computation.
 */
export function brandTokens(brand: BrandData): { day: Palette; night: Palette } {
  const theme = colour(brand.themeColor);
  const accent = brand.accentColor ? colour(brand.accentColor) : theme;
  const header = { 'header-ground': colour(brand.headerGround), 'header-ink': colour(brand.headerColor) };
  return { day: { ...palette(theme, accent, DAY), ...header }, night: { ...palette(theme, accent, NIGHT), ...header } };
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
  /** Which way text moves to gain contrast: darker by day, lighter by night. */
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
  towards: 1,
};

function palette(theme: Oklch, accent: Oklch, mode: Mode): Palette {
  const grey = (l: number, tint = mode.tint): Oklch => ({ l, c: tint, h: theme.h });
  const grounds = [grey(mode.paper), grey(mode.surface), grey(mode.sunken)];
  const wash = { ...theme, l: mode.towards === 0 ? 0.945 : 0.28, c: Math.min(theme.c, 0.035) };
  const text = (color: Oklch) => reachContrast(color, [...grounds, wash], AA, mode.towards);
  const fill = mode.towards === 0 ? theme : { ...theme, l: Math.max(theme.l, 0.62) };
  return {
    paper: grey(mode.paper),
    surface: grey(mode.surface),
    sunken: grey(mode.sunken),
    line: grey(mode.line, mode.tint * 1.5),
    edge: grey(mode.edge, mode.tint * 1.5),
    ink: grey(mode.ink, 0.012),
    'ink-soft': text(grey(mode.soft, 0.015)),
    theme: fill,
    'theme-ink': text(fill),
    'theme-wash': wash,
    'on-theme': readableOn(fill),
    accent: accent,
    'accent-ink': text(accent),
    'on-accent': readableOn(accent),
  };
}

/** White or near-black in the fill's own hue, whichever reads better. */
function readableOn(fill: Oklch): Oklch {
  const light = reachContrast({ l: 0.985, c: 0.005, h: fill.h }, [fill], AA, 1);
  const dark = reachContrast({ l: 0.2, c: 0.02, h: fill.h }, [fill], AA, 0);
  return light.l >= 0.98 && light.c > 0 ? light : dark;
}

function colour(text: string): Oklch {
  const parsed = parseOklch(text);
  if (!parsed) throw new TypeError(`not a colour: ${text}`);
  return parsed;
}

export function paletteCss(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${formatOklch(value)};`)
    .join('');
}
