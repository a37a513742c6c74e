import { CHOSEN_COOKIE, languageCookie, REDIRECTED_COOKIE, SECTION_COOKIE } from '#src/lib/cookie.ts';

/**
 * Stores the language and content section in cookies when the visitor follows a language link, so that `/` redirects to
 * that language.
 */
export function rememberLanguage(): void {
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest?.<HTMLElement>('a[data-language]');
    const { language = '', section = '' } = link?.dataset ?? {};
    if (!/^[a-z]{2}$/.test(language)) return;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    for (const name of [CHOSEN_COOKIE, REDIRECTED_COOKIE]) setCookie(languageCookie(name, language) + secure);
    if (/^\d+$/.test(section)) setCookie(languageCookie(SECTION_COOKIE, section) + secure);
  });
}

function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous Cookie Store API may not finish before the page is left, and needs https
  document.cookie = cookie;
}
