import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from '#src/contract/locales.ts';

/** More than browsers send. */
const MOST_RANGES = 30;

/**
 * The locale that Accept-Language asks for before all others (RFC 9110, 12.5.4); undefined where it asks for none of
 * them. Regions do not count: `pt-BR` is met by `pt-PT`, `tl` and `fil` are one language.
 */
export function preferredLocale(header: string, locales: readonly LocaleCode[]): LocaleCode | undefined {
  const known = new Map(locales.map((code) => [languageOf(LOCALES[code].tag), code]));
  const ranges = header
    .split(',', MOST_RANGES)
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { range } of ranges) {
    const code = range === '*' ? DEFAULT_LOCALE : known.get(languageOf(range));
    if (code !== undefined) return code;
  }
  return undefined;
}

function readRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
  const valid = weight === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight);
  return { range, quality: valid ? Number(weight ?? 1) : 0 };
}

/** The language of a tag in its canonical form; undefined for what is no tag. */
function languageOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}
