/** Language the visitor chose (product 3). */
export const CHOSEN_COOKIE = 'hb_lang';
/** Language the visitor was redirected to from `/`. */
export const REDIRECTED_COOKIE = 'i18n_redirected';

/** Section whose content the visitor chose for searches (product 3); written with the language. */
export const SECTION_COOKIE = 'section';

/** The session token. Scripts cannot read it; the browser sends it to this host only, over secure connections only. */
export const SESSION_COOKIE = '__Host-lectern_session';

/** A cookie of the visitor's language, in the form of Set-Cookie and `document.cookie` (product 9). */
export const languageCookie = (name: string, value: string): string =>
  `${name}=${value}; Max-Age=31536000; Path=/; SameSite=Lax`;
