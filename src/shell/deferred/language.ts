import { CHOSEN_COOKIE, languageCookie, REDIRECTED_COOKIE, SECTION_COOKIE } from '#src/lib/cookie.ts';

/** Stores the language and section of a followed language link, so that `/` redirects to it. */
export function rememberLanguage(): void {
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest?.<HTMLElement>('a[data-language]');
    const { language = '', section = '' } = link?.dataset ?? {};
    if (!/^[a-z]{2}$/.test(language)) return;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    for (const name of [CHOSEN_COOKIE, REDIRECTED_COOKIE]) keep(languageCookie(name, language) + secure);
    if (/^\d+$/.test(section)) keep(languageCookie(SECTION_COOKIE, section) + secure);
  });
}

function keep(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers later than the page is left, and on https only
  document.cookie = cookie;
}
