import i18next from 'i18next';
import type { Locale } from '#src/contract/locales.ts';
import { interpolate, type TextValues } from './interpolate.ts';
import type { Area, TextKey, Texts } from './keys.ts';
import { i18nextLanguage } from './language.ts';

export type { TextValues } from './interpolate.ts';

/** Returns the text for a key such as `listing:empty`. The value `count` selects the plural form. */
export type T = (key: TextKey, values?: TextValues) => string;

const byLocale = new Map<string, T>();
const byTexts = new WeakMap<object, WeakMap<object, T>>();
/** Stands for a brand without texts of one kind. */
const NONE = {};

/** A brand's own texts by key, which replace texts of the area `seo`. */
type SeoTexts = Readonly<Record<string, string>>;

/**
 * The function `t` of a locale, with the locale's own texts of a brand. It is created only once. Only used on the server,
 * because i18next is never sent to browsers.
 * @param brandTexts the brand's own titles and descriptions
 */
export function textOf(locale: Locale, brandTexts?: SeoTexts): T {
  const { ownTexts } = locale;
  if (!brandTexts && !ownTexts) {
    const t = byLocale.get(locale.code) ?? createT(locale);
    byLocale.set(locale.code, t);
    return t;
  }
  const bySeoTexts = byTexts.get(ownTexts ?? NONE) ?? new WeakMap<object, T>();
  byTexts.set(ownTexts ?? NONE, bySeoTexts);
  const t = bySeoTexts.get(brandTexts ?? NONE) ?? createT(locale, brandTexts);
  bySeoTexts.set(brandTexts ?? NONE, t);
  return t;
}

function createT(locale: Locale, brandTexts: SeoTexts = {}): T {
  const numbers = new Intl.NumberFormat(locale.tag);
  const plurals = new Intl.PluralRules(locale.tag);
  const template = templatesOf(locale);
  const replacements = new Map<string, string>([
    ...Object.entries(brandTexts).map(([key, text]): [string, string] => [`seo:${key}`, text]),
    ...Object.entries(locale.ownTexts ?? {}),
  ]);
  const replacementOf = (key: TextKey, count: TextValues[string] | undefined) =>
    replacements.get(typeof count === 'number' ? `${key}_${plurals.select(count)}` : key);
  return (key, values = {}) => {
    const { count } = values;
    return interpolate(replacementOf(key, count) ?? replacements.get(key) ?? template(key, count), values, numbers);
  };
}

const MAX_TEMPLATES = 5000;

/**
 * Returns texts before interpolation, from a cache: a page needs hundreds of them, and most are the same on every page.
 */
function templatesOf(locale: Locale): (key: TextKey, count: TextValues[string] | undefined) => string {
  const fixed = i18next.getFixedT(i18nextLanguage(locale));
  const templates = new Map<string, string>();
  return (key, count) => {
    const name = count === undefined ? key : `${key} ${count}`;
    const cached = templates.get(name);
    if (cached !== undefined) return cached;
    const text = fixed(key, { ...(count === undefined ? {} : { count }), skipInterpolation: true });
    if (templates.size >= MAX_TEMPLATES) templates.clear();
    templates.set(name, text);
    return text;
  };
}

/** The texts of one area, to pass to an island as a prop. Texts that are not translated are in English. */
export function textsOf<A extends Area>(locale: Locale, area: A): Texts<A> {
  const bundle = i18next.getResourceBundle(i18nextLanguage(locale), area) ?? {};
  const own = Object.entries(locale.ownTexts ?? {}).flatMap(([key, text]) =>
    key.startsWith(`${area}:`) ? [[key.slice(area.length + 1), text] as const] : [],
  );
  return { ...i18next.getResourceBundle('en-US', area), ...bundle, ...Object.fromEntries(own) };
}
