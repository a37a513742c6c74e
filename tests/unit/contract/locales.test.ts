import { describe, expect, it } from 'vitest';
import { chosenContent, isLocaleCode, LOCALES, localeOfSection, localePrefix } from '#src/contract/locales.ts';

/** The table in docs/product.md, section 9. */
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

  it('sends the parameters of a POST in the query only for Vietnamese and Indonesian', () => {
    const inQuery = Object.values(LOCALES).filter(({ postParamsInQuery }) => postParamsInQuery);
    expect(inQuery.map(({ code }) => code)).toEqual(['vn', 'id']);
  });

  it('is returned for its content section, and undefined for an unknown section', () => {
    expect(PROMISED.map(([, , , section]) => localeOfSection(section)?.code)).toEqual(PROMISED.map(([code]) => code));
    expect(localeOfSection(8)).toBeUndefined();
  });

  it('is looked up by its code only', () => {
    expect(['en', 'cn', 'zh', '', 'toString'].map(isLocaleCode)).toEqual([true, true, false, false, false]);
  });
});

describe('the content section that the visitor chose for searches', () => {
  it('is read from the cookie if the brand has its language', () => {
    expect(chosenContent('9', ['en', 'es'])).toBe(LOCALES.es);
  });

  it.each([['11'], ['09'], [''], [null], [undefined]])('is undefined for section %j', (section) => {
    expect(chosenContent(section, ['en', 'es'])).toBeUndefined();
  });
});
