/** A colour in OKLCH: lightness 0 to 1, chroma 0 to about 0.4, hue in degrees (CSS Color 4). */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Rgb = readonly [number, number, number];

const OKLCH = /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)\s*\)$/;

/** Parses a colour such as `oklch(0.55 0.13 38)` or `oklch(55% 0.13 38)`; undefined for anything else. */
export function parseOklch(text: string): Oklch | undefined {
  const match = OKLCH.exec(text);
  if (!match) return undefined;
  const scale = match[2] === '%' ? 100 : 1;
  const [l, c, h] = [Number(match[1]) / scale, Number(match[3]), Number(match[4])];
  return l <= 1 && c <= 0.5 && h <= 360 ? { l, c, h } : undefined;
}

export function formatOklch({ l, c, h }: Oklch): string {
  return `oklch(${round(l)} ${round(c)} ${round(h)})`;
}

const round = (value: number) => Number(value.toFixed(4));

/**
 * Converts to linear-light sRGB (matrices from CSS Color 4, section 20). A colour with a channel outside 0 to 1 is out
 * of gamut.
 */
function toLinearRgb({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Parses a colour such as `#b45309`; undefined for anything else. */
export function fromHex(hex: string): Oklch | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return undefined;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

const inGamut = (rgb: Rgb) => rgb.every((channel) => channel > -0.0005 && channel < 1.0005);

/** Reduces the chroma until sRGB can show the colour. Lightness and hue do not change. */
export function fitGamut(color: Oklch): Oklch {
  let [low, high] = [0, color.c];
  if (inGamut(toLinearRgb(color))) return color;
  for (let step = 0; step < 20; step += 1) {
    const c = (low + high) / 2;
    if (inGamut(toLinearRgb({ ...color, c }))) low = c;
    else high = c;
  }
  return { ...color, c: low };
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance(color: Oklch): number {
  const [r, g, b] = toLinearRgb(color);
  return 0.2126 * clamp(r) + 0.7152 * clamp(g) + 0.0722 * clamp(b);
}

/** Contrast ratio, 1 to 21 (WCAG 2.2). */
export function contrast(first: Oklch, second: Oklch): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Formats a colour as `#rrggbb`, for formats without OKLCH (theme-color, manifests, SVG in old viewers). */
export function toHex(color: Oklch): string {
  const channel = (linear: number) => {
    const value = clamp(linear);
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${toLinearRgb(fitGamut(color)).map(channel).join('')}`;
}

/** Moves the lightness towards `to` (0 or 1) until the contrast with every background is at least `ratio`. */
export function adjustToContrast(color: Oklch, backgrounds: readonly Oklch[], ratio: number, to: 0 | 1): Oklch {
  const enough = (candidate: Oklch) => backgrounds.every((background) => contrast(candidate, background) >= ratio);
  for (let step = 0; step <= 100; step += 1) {
    const candidate = fitGamut({ ...color, l: color.l + ((to - color.l) * step) / 100 });
    if (enough(candidate)) return candidate;
  }
  return { ...color, l: to, c: 0 };
}
