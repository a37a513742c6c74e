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
  /** A brand's own interface texts by key, such as `common:home`. They replace those of the language. */
  readonly ownTexts?: Readonly<Record<string, string>>;
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

/** Further primary subtags (BCP 47) for languages that have several. */
const OTHER_SUBTAGS: Readonly<Partial<Record<LocaleCode, readonly string[]>>> = {
  cn: ['cmn'],
  ph: ['fil'],
  id: ['in'],
};

function primarySubtag(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split('-');
  return primary;
}

/** Returns the primary language subtags of the books in a locale's section, the usual one first. */
export const subtagsOf = ({ code, tag }: Pick<Locale, 'code' | 'tag'>): readonly [string, ...string[]] => [
  primarySubtag(tag),
  ...(OTHER_SUBTAGS[code] ?? []),
];

/** Returns the locale whose section is for books in a language (BCP 47 tag); undefined if no section is. */
export const localeOfLanguage = (language: string): Locale | undefined =>
  Object.values(LOCALES).find((entry) => subtagsOf(entry).includes(primarySubtag(language)));

/** Section and language of a book. */
export interface BookPlace {
  readonly section: number;
  /** BCP 47 tag. */
  readonly language: string;
}

/**
 * Returns why a book in a language does not belong in a section; undefined if it does. A language without a section of
 * its own, such as Russian, belongs in every section.
 */
export function placeProblem({ section, language }: BookPlace): string | undefined {
  const own = localeOfLanguage(language);
  if (own === undefined || own.section === section) return undefined;
  const name = localeOfSection(section)?.name ?? 'another language';
  return `"${language}" belongs in section ${own.section} (${own.name}), but section ${section} is ${name}`;
}

/**
 * Returns the section and language of a book. They are one choice: choosing a section replaces a language that does not
 * belong in it, and choosing a language also sets the section. If both are chosen, the caller checks them with
 * `placeProblem`.
 * @param current the book's section and language before the choice
 */
export function placeOf(
  { section, language }: { readonly [name in keyof BookPlace]?: BookPlace[name] | undefined },
  current: BookPlace = { section: LOCALES[DEFAULT_LOCALE].section, language: DEFAULT_LOCALE },
): BookPlace {
  if (language !== undefined)
    return { section: section ?? localeOfLanguage(language)?.section ?? current.section, language };
  if (section === undefined) return current;
  const own = localeOfSection(section);
  const isKept = own === undefined || placeProblem({ section, language: current.language }) === undefined;
  return { section, language: isKept ? current.language : subtagsOf(own)[0] };
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
