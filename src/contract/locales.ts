/**
 * The interface languages with the parameters of their requests (docs/develop/routes.md).
 * `code` is used in paths, folders and cookies; `tag` (BCP 47) in `<html lang>`, hreflang and Intl.
 */
export interface Locale {
  readonly code: LocaleCode;
  /** BCP 47 tag, for Intl and for plurals in i18next. */
  readonly tag: string;
  /** Value of the parameter `lang`, which is case-insensitive. */
  readonly lang: string;
  /** Value of the parameter `section`: the content pool of the locale's pages. */
  readonly section: number;
  /** The language's native name, for the language switch. */
  readonly name: string;
  /** POST calls send section and lang only in the query (vn and id; see docs/product.md). */
  readonly postParamsInQuery: boolean;
}

export const LOCALE_CODES = ['en', 'es', 'cn', 'de', 'fr', 'pt', 'ph', 'vn', 'id'] as const;
export type LocaleCode = (typeof LOCALE_CODES)[number];

export const DEFAULT_LOCALE: LocaleCode = 'en';

const locale = (code: LocaleCode, section: number, tag: string, lang: string, name: string): Locale => ({
  code,
  section,
  tag,
  lang,
  name,
  postParamsInQuery: code === 'vn' || code === 'id',
});

export const LOCALES: Readonly<Record<LocaleCode, Locale>> = {
  en: locale('en', 7, 'en-US', 'en-us', 'English'),
  es: locale('es', 9, 'es-ES', 'es-ES', 'Español'),
  cn: locale('cn', 1, 'zh-CN', 'zh-CN', '简体中文'),
  de: locale('de', 27, 'de-DE', 'de-DE', 'Deutsch'),
  fr: locale('fr', 25, 'fr-FR', 'fr-FR', 'Français'),
  pt: locale('pt', 13, 'pt-PT', 'pt-PT', 'Português'),
  ph: locale('ph', 23, 'tl-PH', 'tl-PH', 'Filipino'),
  vn: locale('vn', 15, 'vi-VN', 'vi-VN', 'Tiếng Việt'),
  id: locale('id', 11, 'id-ID', 'id-ID', 'Bahasa Indonesia'),
};

/** Returns the locale of a content section; undefined if unknown. */
export function localeOfSection(section: number): Locale | undefined {
  return Object.values(LOCALES).find((entry) => entry.section === section);
}

/**
 * Returns the locale whose content a visitor has chosen for searches, from the cookie `section`.
 * @param active the brand's locales
 * @returns undefined if nothing was chosen, or if the brand does not have that locale
 */
export function chosenContent(section: string | null | undefined, active: readonly LocaleCode[]): Locale | undefined {
  const code = active.find((entry) => String(LOCALES[entry].section) === section);
  return code && LOCALES[code];
}

/** Path prefix of the locale; empty for the default locale. */
export const localePrefix = (code: LocaleCode): string => (code === DEFAULT_LOCALE ? '' : `/${code}`);

export function isLocaleCode(value: string): value is LocaleCode {
  return Object.hasOwn(LOCALES, value);
}
