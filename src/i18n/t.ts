import i18next from 'i18next';
import type { Locale } from '#src/contract/locales.ts';
import { interpolate, type TextValues } from './interpolate.ts';
import type { Area, TextKey, Texts } from './keys.ts';
import { i18nextLanguage } from './language.ts';

export type { TextValues } from './interpolate.ts';

/** Gives the text of a key such as `listing:empty`. `count` selects the plural form. */
export type T = (key: TextKey, values?: TextValues) => string;

const made = new Map<string, T>();

/** The `t` of a locale, made once. Server only: i18next is never sent to the browser. */
export function textOf(locale: Locale): T {
  const t = made.get(locale.code) ?? createT(locale);
  made.set(locale.code, t);
  return t;
}

function createT(locale: Locale): T {
  const numbers = new Intl.NumberFormat(locale.tag);
  const template = templatesOf(locale);
  return (key, values = {}) => interpolate(template(key, values['count']), values, numbers);
}

const MOST_TEMPLATES = 5000;

/** Caches texts before interpolation: a page needs hundreds, mostly the same ones as every other page. */
function templatesOf(locale: Locale): (key: TextKey, count: TextValues[string] | undefined) => string {
  const fixed = i18next.getFixedT(i18nextLanguage(locale));
  const known = new Map<string, string>();
  return (key, count) => {
    const name = count === undefined ? key : `${key} ${count}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const text = fixed(key, { ...(count === undefined ? {} : { count }), skipInterpolation: true });
    if (known.size >= MOST_TEMPLATES) known.clear();
    known.set(name, text);
    return text;
  };
}

/** The texts of one area, to pass to an island as a prop. */
export function textsOf<A extends Area>(locale: Locale, area: A): Texts<A> {
  const bundle = i18next.getResourceBundle(i18nextLanguage(locale), area) ?? {};
  return { ...i18next.getResourceBundle('en-US', area), ...bundle };
}
