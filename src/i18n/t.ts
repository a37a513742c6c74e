import i18next from 'i18next';
import type { Locale } from '#src/contract/locales.ts';
import { fill, type TextValues } from './fill.ts';
import type { Area, TextKey, Texts } from './keys.ts';
import { languageOf } from './language.ts';

export type { TextValues } from './fill.ts';

/** Text of a key such as `listing:empty`; `count` selects the plural form by the locale's tag. */
export type T = (key: TextKey, values?: TextValues) => string;

/** The texts of one locale. Server only: i18next never reaches the browser. */
export function createT(locale: Locale): T {
  const fixed = i18next.getFixedT(languageOf(locale));
  const numbers = new Intl.NumberFormat(locale.tag);
  return (key, values = {}) => fill(fixed(key, { ...values, skipInterpolation: true }), values, numbers);
}

/** The texts of one area, to hand an island as a prop. */
export function textsOf<A extends Area>(locale: Locale, area: A): Texts<A> {
  const bundle = i18next.getResourceBundle(languageOf(locale), area) ?? {};
  return { ...i18next.getResourceBundle('en-US', area), ...bundle };
}
