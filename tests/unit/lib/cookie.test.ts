import { expect, it } from 'vitest';
import { CHOSEN_COOKIE, languageCookie, REDIRECTED_COOKIE, SECTION_COOKIE, SESSION_COOKIE } from '#src/lib/cookie.ts';

it("cookies keep the names that visitors' browsers already store", () => {
  expect([CHOSEN_COOKIE, SECTION_COOKIE, REDIRECTED_COOKIE]).toEqual(['hb_lang', 'section', 'i18n_redirected']);
});

it('browsers accept the session cookie from this host only', () => {
  expect(SESSION_COOKIE).toMatch(/^__Host-\w+$/);
});

it('the language cookie lasts a year, for every page, and is not sent from other sites', () => {
  const [pair, ...attributes] = languageCookie('hb_lang', 'es').split('; ');
  expect(pair).toBe('hb_lang=es');
  expect(attributes.toSorted()).toEqual([`Max-Age=${365 * 24 * 3600}`, 'Path=/', 'SameSite=Lax']);
});
