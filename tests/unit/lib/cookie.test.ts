import { expect, it } from 'vitest';
import { CHOSEN_COOKIE, languageCookie, REDIRECTED_COOKIE, SECTION_COOKIE, SESSION_COOKIE } from '#src/lib/cookie.ts';

it('cookies have the names that browsers keep already', () => {
  expect([CHOSEN_COOKIE, SECTION_COOKIE, REDIRECTED_COOKIE]).toEqual(['hb_lang', 'section', 'i18n_redirected']);
});

it('the cookie of the session is taken by browsers from this host alone', () => {
  expect(SESSION_COOKIE).toMatch(/^__Host-\w+$/);
});

it('a language is kept for a year, for every page, and not sent from other sites', () => {
  const [pair, ...attributes] = languageCookie('hb_lang', 'es').split('; ');
  expect(pair).toBe('hb_lang=es');
  expect(attributes.toSorted()).toEqual([`Max-Age=${365 * 24 * 3600}`, 'Path=/', 'SameSite=Lax']);
});
