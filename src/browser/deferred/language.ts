import { CHOSEN_COOKIE, languageCookie, REDIRECTED_COOKIE } from '#src/lib/cookie.ts';

/** Keeps the language of every link of the language switch that is followed, for `/` to lead there. */
export function rememberLanguage(): void {
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-language]') : null;
    const code = link?.dataset['language'] ?? '';
    if (!/^[a-z]{2}$/.test(code)) return;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    for (const name of [CHOSEN_COOKIE, REDIRECTED_COOKIE]) keep(languageCookie(name, code) + secure);
  });
}

function keep(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers later than the page is left, and on https only
  document.cookie = cookie;
}
