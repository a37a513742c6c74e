/**
 * An interface language and the parameters that its requests send (docs/develop/routes.md). `code` is used in paths,
 * folders and cookies, and `tag` in `<html lang>`, hreflang and Intl.
 */
export interface Locale {
  readonly code: LocaleCode;
  /** BCP 47 tag. */
  readonly tag: string;
  /** Value of the parameter `lang`, which is case-insensitive. */
  readonly lang: string;
  /** Value of the parameter `section`, which selects the books for pages in this language. */
  readonly section: number;
  /** The language's native name, for the language switch. */
  readonly name: string;
  /**
   * Whether a POST sends `section` and `lang` in the query instead of the body, as required for vn and id
   * (docs/product.md).
   */
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

/** Returns the locale whose pages show a content section; undefined if the section is unknown. */
export function localeOfSection(section: number): Locale | undefined {
  return Object.values(LOCALES).find((entry) => entry.section === section);
}

/**
 * Returns the locale whose content section the visitor chose for searches.
 * @param section value of the cookie `section`
 * @param active the brand's locales
 * @returns undefined if the visitor chose none, or the brand does not have its locale
 */
export function chosenContent(section: string | null | undefined, active: readonly LocaleCode[]): Locale | undefined {
  const code = active.find((entry) => String(LOCALES[entry].section) === section);
  return code && LOCALES[code];
}

/** Returns the path prefix of a locale; empty for the default locale. */
export const localePrefix = (code: LocaleCode): string => (code === DEFAULT_LOCALE ? '' : `/${code}`);

export function isLocaleCode(value: string): value is LocaleCode {
  return Object.hasOwn(LOCALES, value);
}
