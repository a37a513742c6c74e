import { expect, it } from 'vitest';
import { CHOSEN_COOKIE, languageCookie, REDIRECTED_COOKIE, SECTION_COOKIE, SESSION_COOKIE } from '#src/lib/cookie.ts';

it("the names of cookies are those that visitors' browsers already store", () => {
  expect([CHOSEN_COOKIE, SECTION_COOKIE, REDIRECTED_COOKIE]).toEqual(['hb_lang', 'section', 'i18n_redirected']);
});

it('the session cookie is restricted to this host', () => {
  expect(SESSION_COOKIE).toMatch(/^__Host-\w+$/);
});

it('the language cookie is valid for a year on every page, and not sent with requests that other sites embed', () => {
  const [pair, ...attributes] = languageCookie('hb_lang', 'es').split('; ');
  expect(pair).toBe('hb_lang=es');
  expect(attributes.toSorted()).toEqual([`Max-Age=${365 * 24 * 3600}`, 'Path=/', 'SameSite=Lax']);
});
