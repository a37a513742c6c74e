/** Language the visitor chose (spec 3). */
export const CHOSEN_COOKIE = 'hb_lang';
/** Language the visitor was led to from `/`. */
export const REDIRECTED_COOKIE = 'i18n_redirected';

/** The session's own token, which no script sees; the browser keeps it to this host and to secure connections. */
export const SESSION_COOKIE = '__Host-lectern_session';

/** A cookie of the visitor's language as Set-Cookie and `document.cookie` take it (spec 9). */
export const languageCookie = (name: string, code: string): string =>
  `${name}=${code}; Max-Age=31536000; Path=/; SameSite=Lax`;

/** The value of a cookie, from `document.cookie` or the header Cookie; undefined where there is none. */
export function cookieOf(cookies: string, name: string): string | undefined {
  const found = cookies.split(/; ?/).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
