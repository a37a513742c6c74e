import { describe, expect, it } from 'vitest';
import {
  chosenContent,
  isLocaleCode,
  LOCALES,
  localeOfLanguage,
  localeOfSection,
  localePrefix,
  placeOf,
  placeProblem,
} from '#src/contract/locales.ts';

/** The table of languages in section 9 of docs/product.md. */
const PROMISED = [
  ['en', 'en-US', 'en-us', 7, 'English', ''],
  ['es', 'es-ES', 'es-ES', 9, 'Español', '/es'],
  ['cn', 'zh-CN', 'zh-CN', 1, '简体中文', '/cn'],
  ['de', 'de-DE', 'de-DE', 27, 'Deutsch', '/de'],
  ['fr', 'fr-FR', 'fr-FR', 25, 'Français', '/fr'],
  ['pt', 'pt-PT', 'pt-PT', 13, 'Português', '/pt'],
  ['ph', 'tl-PH', 'tl-PH', 23, 'Filipino', '/ph'],
  ['vn', 'vi-VN', 'vi-VN', 15, 'Tiếng Việt', '/vn'],
  ['id', 'id-ID', 'id-ID', 11, 'Bahasa Indonesia', '/id'],
] as const;

describe('a language of the site', () => {
  it('has the documented tag, request parameters, name and path prefix', () => {
    const rows = Object.values(LOCALES).map(({ code, tag, lang, section, name }) => [
      code,
      tag,
      lang,
      section,
      name,
      localePrefix(code),
    ]);
    expect(rows).toEqual(PROMISED);
  });

  it('puts section and lang of a POST into the query only if it is Vietnamese or Indonesian', () => {
    const inQuery = Object.values(LOCALES).filter(({ postParamsInQuery }) => postParamsInQuery);
    expect(inQuery.map(({ code }) => code)).toEqual(['vn', 'id']);
  });

  it('is found by its content section, and an unknown section has none', () => {
    expect(PROMISED.map(([, , , section]) => localeOfSection(section)?.code)).toEqual(PROMISED.map(([code]) => code));
    expect(localeOfSection(8)).toBeUndefined();
  });

  it('is identified only by one of the known codes', () => {
    expect(['en', 'cn', 'zh', '', 'toString'].map(isLocaleCode)).toEqual([true, true, false, false, false]);
  });
});

describe('the content section that the visitor chose for searches', () => {
  it('is the section in the cookie if the brand has its language', () => {
    expect(chosenContent('9', ['en', 'es'])).toBe(LOCALES.es);
  });

  it.each([['11'], ['09'], [''], [null], [undefined]])('is undefined for the cookie %j', (section) => {
    expect(chosenContent(section, ['en', 'es'])).toBeUndefined();
  });
});

describe('localeOfLanguage', () => {
  it.each([
    ['en-GB', 'en'],
    ['ES', 'es'],
    ['zh-Hant', 'cn'],
    ['pt-BR', 'pt'],
    ['fil', 'ph'],
    ['tl-PH', 'ph'],
    ['vi', 'vn'],
    ['in', 'id'],
    ['ru', undefined],
    ['und', undefined],
    ['', undefined],
  ])('maps the language %j to the locale %s', (language, code) => {
    expect(localeOfLanguage(language)?.code).toBe(code);
  });
});

describe('the section and language of a book', () => {
  const spanish = { section: 9, language: 'es-MX' };

  it('follow from the language alone', () => {
    expect(placeOf({ language: 'pt-BR' })).toEqual({ section: 13, language: 'pt-BR' });
    expect(placeOf({ language: 'pt-BR' }, spanish)).toEqual({ section: 13, language: 'pt-BR' });
  });

  it('follow from the section alone', () => {
    expect(placeOf({ section: 9 })).toEqual({ section: 9, language: 'es' });
    expect(placeOf({ section: 7 }, spanish)).toEqual({ section: 7, language: 'en' });
  });

  it('keep the current language if it belongs in the chosen section', () => {
    expect(placeOf({ section: 9 }, { section: 7, language: 'es-MX' })).toEqual(spanish);
    expect(placeOf({ section: 9 }, { section: 7, language: 'ru' })).toEqual({ section: 9, language: 'ru' });
  });

  it('keep the current section for a language without a section of its own', () => {
    expect(placeOf({ language: 'ru' })).toEqual({ section: 7, language: 'ru' });
    expect(placeOf({ language: 'ru' }, spanish)).toEqual({ section: 9, language: 'ru' });
  });

  it('remain unchanged without a choice', () => {
    expect(placeOf({}, spanish)).toBe(spanish);
  });

  it('are a contradiction if the language belongs in another section', () => {
    expect(placeProblem({ section: 7, language: 'es' })).toBe(
      '"es" belongs in section 9 (Español), but section 7 is English',
    );
    for (const language of ['es', 'es-MX', 'ru', 'und']) expect(placeProblem({ section: 9, language })).toBeUndefined();
  });
});
