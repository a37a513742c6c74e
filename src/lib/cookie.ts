/** Cookie with the language that the visitor chose (docs/product.md). */
export const CHOSEN_COOKIE = 'hb_lang';
/** Cookie with the language that the visitor was redirected to from `/`. */
export const REDIRECTED_COOKIE = 'i18n_redirected';

/** Cookie with the section that the visitor chose for searches. It is written together with the language. */
export const SECTION_COOKIE = 'section';

/**
 * Cookie with the session token. Scripts cannot read it, and the browser sends it only to this host over secure
 * connections.
 */
export const SESSION_COOKIE = '__Host-lectern_session';

/** Formats a cookie with the visitor's language, for Set-Cookie and `document.cookie`. */
export const languageCookie = (name: string, value: string): string =>
  `${name}=${value}; Max-Age=31536000; Path=/; SameSite=Lax`;
