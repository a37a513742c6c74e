import { describe, expect, it } from 'vitest';
import type { LocaleCode } from '#src/contract/locales.ts';
import { parsePath } from '#src/routes/parse.ts';
import {
  chooseLanguage,
  dependsOnLanguage,
  dependsOnSection,
  preferredLocale,
  sectionOfSearch,
} from '#src/serve/decide/language.ts';
import { parsedRequest } from '../parsed-request.ts';

const ALL: LocaleCode[] = ['en', 'es', 'cn', 'de', 'fr', 'pt', 'ph', 'vn', 'id'];

describe('preferredLocale', () => {
  it.each([
    ['es', 'es'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-GB,en;q=0.9,es;q=0.8', 'en'],
    ['en;q=0.7, es;q=0.9', 'es'],
    ['de;q=0.5,fr;q=0.5', 'de'],
    ['zh-CN,zh;q=0.9', 'cn'],
    ['zh-Hant-TW', 'cn'],
    ['tl', 'ph'],
    ['fil-PH', 'ph'],
    ['vi-VN', 'vn'],
    ['id-ID', 'id'],
    ['in', 'id'],
    ['pt-BR', 'pt'],
    ['ES-es', 'es'],
    ['ja, ko;q=0.9, fr;q=0.1', 'fr'],
    ['es;q=0, de', 'de'],
    ['es;q=0.000', undefined],
    ['es;q=2, fr', 'fr'],
    ['es;q=high, fr', 'fr'],
    ['es ; q=0.3 , fr ; q=0.4', 'fr'],
    ['es;q=0., fr', 'fr'],
    ['es;q=1, de', 'es'],
    ['es;q=1.000, de', 'es'],
    ['es;q=0.123, de;q=0.12', 'es'],
    ['es;q=0.1234, de;q=0.1', 'de'],
    ['es;q=1.0000, de;q=0.1', 'de'],
    ['es;q=1.1, de;q=0.1', 'de'],
    ['es;q=-0.5, de;q=0.1', 'de'],
    ['es;q=10, de;q=0.1', 'de'],
    ['es;q=0.5;q=1, de;q=0.6', 'de'],
    ['es;level=q=0.1, de;q=0.9', 'es'],
    ['es;Q=0.1, de;q=0.9', 'de'],
    ['*', 'en'],
    ['ja, *;q=0.5', 'en'],
    ['es;q=0.9, *;q=0.5', 'es'],
    ['ja', undefined],
    ['', undefined],
    [',;, -, en_US, x', undefined],
    [`${'xx,'.repeat(5000)}es`, undefined],
  ])('maps %j to %s', (header, code) => {
    expect(preferredLocale(header, ALL)).toBe(code);
  });

  it('returns only a locale that the brand has', () => {
    expect(preferredLocale('es, de;q=0.9', ['en', 'de'])).toBe('de');
    expect(preferredLocale('es', ['en', 'de'])).toBeUndefined();
  });
});

const matchOf = (path: string) => {
  const match = parsePath(path, ALL);
  if (!match) throw new Error(`${path} has no route`);
  return match;
};

describe('dependsOnLanguage', () => {
  it.each<[string, LocaleCode[], boolean]>([
    ['/', ALL, true],
    ['/', ['en'], false],
    ['/es', ALL, false],
    ['/genres', ALL, false],
  ])('for the path %s with the locales %j returns %s', (path, locales, expected) => {
    expect(dependsOnLanguage({ locales }, matchOf(path))).toBe(expected);
    expect(dependsOnLanguage({ locales }, undefined)).toBe(false);
  });
});

describe('chooseLanguage', () => {
  const chosen = (request: Parameters<typeof parsedRequest>[1], locales = ALL) =>
    chooseLanguage(parsedRequest('/', request), locales);

  it('returns the language that the visitor has chosen, whatever other cookies say', () => {
    expect(chosen({ cookie: 'hb_lang=fr', acceptLanguage: 'es' })).toEqual({ locale: 'fr', cookie: undefined });
  });

  it('returns undefined if the brand lacks the language that the visitor has chosen', () => {
    expect(chosen({ cookie: 'hb_lang=fr', acceptLanguage: 'es' }, ['en', 'es'])).toBeUndefined();
    expect(chosen({ cookie: 'hb_lang=xx', acceptLanguage: 'es' })).toBeUndefined();
  });

  it("returns the browser's preference on the first visit, and sets a cookie", () => {
    const first = chosen({ acceptLanguage: 'es' });
    expect(first).toMatchObject({ locale: 'es', cookie: expect.stringContaining('=es') });
    const [cookie = ''] = first?.cookie?.split(';') ?? [];
    expect(chosen({ acceptLanguage: 'es', cookie })).toBeUndefined();
  });

  it('returns undefined for crawlers, and for visitors coming from a page of the site', () => {
    expect(chosen({})).toBeUndefined();
    expect(chosen({ acceptLanguage: 'es', fetchSite: 'same-origin' })).toBeUndefined();
    expect(chosen({ acceptLanguage: 'es', fetchSite: 'cross-site' })).toMatchObject({ locale: 'es' });
  });
});

describe('sectionOfSearch, which returns the section for a search', () => {
  const depends = (path: string, search = '', locales = ALL) =>
    dependsOnSection({ ...parsedRequest(path), search }, { locales }, matchOf(path));

  it('reads the cookie if the URL has no section and the brand has several languages', () => {
    expect(depends('/search')).toBe(true);
    expect(depends('/search-more/result/sea')).toBe(true);
    expect(depends('/genres')).toBe(false);
    expect(depends('/search', '?section=9')).toBe(false);
    expect(depends('/search', '?q=sea')).toBe(true);
    expect(depends('/search', '', ['en'])).toBe(false);
  });

  it('returns the section in the cookie if it differs from the section of the page', () => {
    const section = (path: string, cookie?: string) =>
      sectionOfSearch(parsedRequest(path, { cookie }), { locales: ALL }, matchOf(path));
    expect(section('/search', 'section=9')).toBe(9);
    expect(section('/search', 'section=7')).toBeUndefined();
    expect(section('/search', 'section=0')).toBeUndefined();
    expect(section('/search')).toBeUndefined();
  });
});
