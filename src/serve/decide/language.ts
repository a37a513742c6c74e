import type { Brand } from '#src/brand/registry.ts';
import { chosenContent, DEFAULT_LOCALE, isLocaleCode, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { CHOSEN_COOKIE, languageCookie, REDIRECTED_COOKIE, SECTION_COOKIE } from '#src/lib/cookie.ts';
import { cookieOf } from '#src/lib/read-cookie.ts';
import type { Match } from '#src/routes/parse.ts';
import type { ParsedRequest } from '../http/parse-request.ts';

/** Whether the response depends on the browser's languages and the visitor's cookies. */
export const dependsOnLanguage = (brand: Pick<Brand, 'locales'>, match: Match | undefined): boolean =>
  match?.kind === 'home' && match.locale === DEFAULT_LOCALE && brand.locales.length > 1;

/** Value of `Vary` for responses that depend on the language. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie, Sec-Fetch-Site';

/** A language to redirect to, and the cookie to set. */
export interface LanguageChoice {
  readonly locale: LocaleCode;
  readonly cookie: string | undefined;
}

/**
 * The language that `/` redirects to: the visitor's choice or, on the first visit, the browser's preference
 * (docs/develop/routes.md). Undefined if `/` itself is shown, for example to crawlers, which send neither cookies nor a
 * preference.
 */
export function chooseLanguage(request: ParsedRequest, locales: readonly LocaleCode[]): LanguageChoice | undefined {
  const cookie = (name: string) => cookieOf(request.cookie ?? '', name) ?? '';
  const chosen = cookie(CHOSEN_COOKIE);
  if (isLocaleCode(chosen) && locales.includes(chosen)) return { locale: chosen, cookie: undefined };
  // Visitors who come from a page of this site keep the language of that page, even without cookies.
  if (chosen || cookie(REDIRECTED_COOKIE) || request.fetchSite === 'same-origin') return undefined;
  const preferred = preferredLocale(request.acceptLanguage ?? '', locales);
  return preferred && { locale: preferred, cookie: languageCookie(REDIRECTED_COOKIE, preferred) };
}

/** Maximum number of language ranges that are read. Browsers send fewer. */
const MAX_RANGES = 30;

/**
 * The locale that Accept-Language prefers (RFC 9110, 12.5.4); undefined if the header names none of `locales`. Regions
 * are ignored: `pt-PT` matches `pt-BR`. `tl` and `fil` are the same language.
 */
export function preferredLocale(header: string, locales: readonly LocaleCode[]): LocaleCode | undefined {
  const codes = new Map(locales.map((code) => [languageOf(LOCALES[code].tag), code]));
  const ranges = header
    .split(',', MAX_RANGES)
    .map(parseRange)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { range } of ranges) {
    const code = range === '*' ? DEFAULT_LOCALE : codes.get(languageOf(range));
    if (code !== undefined) return code;
  }
  return undefined;
}

function parseRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
  const isValid = weight === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight);
  return { range, quality: isValid ? Number(weight ?? 1) : 0 };
}

/** The language in its canonical form; undefined if `tag` is not a valid language tag. */
function languageOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}

/**
 * Whether some visitors are redirected from the URL to the content that they have chosen, depending on their `section`
 * cookie.
 */
export const dependsOnSection = (
  { search }: ParsedRequest,
  { locales }: Pick<Brand, 'locales'>,
  match: Match,
): boolean =>
  (match.kind === 'search' || match.kind === 'searchMore') &&
  locales.length > 1 &&
  !new URLSearchParams(search).has('section');

/** The section to add to the URL of a search; undefined if the search uses the section of the page's language. */
export function sectionOfSearch(
  { cookie = '' }: ParsedRequest,
  { locales }: Pick<Brand, 'locales'>,
  { locale }: Match,
) {
  const chosen = chosenContent(cookieOf(cookie, SECTION_COOKIE), locales);
  return chosen === undefined || chosen.code === locale ? undefined : chosen.section;
}
