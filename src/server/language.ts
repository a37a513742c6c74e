import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from '#src/contract/locales.ts';
import { CHOSEN_COOKIE, cookieOf, languageCookie, REDIRECTED_COOKIE } from '#src/lib/cookie.ts';
import { createPaths } from '#src/routes/paths.ts';
import { preferredLocale } from './accept-language.ts';
import { redirect } from './answer.ts';
import type { Asked, Stop } from './guards.ts';

/** Whether the address is answered by what the visitor's browser and cookies say of languages. */
export const dependsOnLanguage = ({ brand, match }: Pick<Asked, 'brand' | 'match'>): boolean =>
  match?.kind === 'home' && match.locale === DEFAULT_LOCALE && (brand?.locales.length ?? 0) > 1;

/** For Vary, of such an address. */
export const LANGUAGE_HEADERS = 'Accept-Language, Cookie, Sec-Fetch-Site';

/**
 * Leads from `/` to the language the visitor chose, or at first to the one the browser asks for (docs/routes.md).
 * Whoever sends neither, as crawlers do, gets `/` itself.
 */
export function checkLanguage(asked: Asked): Stop | undefined {
  if (!asked.brand || !dependsOnLanguage(asked)) return undefined;
  const { ask, brand } = asked;
  const cookie = (name: string) => cookieOf(ask.cookie ?? '', name) ?? '';
  const chosen = cookie(CHOSEN_COOKIE);
  if (isLocaleCode(chosen) && brand.locales.includes(chosen)) return leadTo(chosen, asked);
  // Whoever comes from a page of this site has seen its language and stays with it, even without cookies.
  if (chosen || cookie(REDIRECTED_COOKIE) || ask.fetchSite === 'same-origin') return undefined;
  const preferred = preferredLocale(ask.acceptLanguage ?? '', brand.locales);
  return preferred && leadTo(preferred, asked, { 'Set-Cookie': languageCookie(REDIRECTED_COOKIE, preferred) });
}

type Headers = Readonly<Record<string, string>>;

/** A language that was switched on has no pages before the next rebuild. */
function leadTo(code: LocaleCode, { ask, holds }: Asked, headers: Headers = {}): Stop | undefined {
  const home = createPaths(code).home();
  if (code === DEFAULT_LOCALE || !holds(home)) return undefined;
  return (response) => redirect(response, 302, home + ask.search, { Vary: LANGUAGE_HEADERS, ...headers });
}
