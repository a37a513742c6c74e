import i18next, { type Resource } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createIslandT } from '#src/i18n/island-t.ts';
import { textOf, textsOf } from '#src/i18n/t.ts';
import config from '../../../astro-i18next.config.ts';

const CODES = ['en', 'es', 'cn', 'de', 'fr', 'pt', 'ph', 'vn', 'id'] as const satisfies readonly LocaleCode[];

beforeAll(async () => {
  const { i18nextServer, namespaces, defaultNamespace } = config;
  const resources: Resource = JSON.parse(JSON.stringify(i18nextServer.resources));
  await i18next.init({
    ...i18nextServer,
    resources,
    supportedLngs: false,
    ns: namespaces,
    defaultNS: defaultNamespace,
  });
});

describe.each(CODES)('count texts in %s', (code) => {
  it.each([0, 1, 2, 3, 5, 11, 21, 1_000_000])(
    'format the count %i in the same way on pages and in islands',
    (count) => {
      const values = { count, locked: 4 };
      const page = textOf(LOCALES[code]);
      const island = createIslandT(textsOf(LOCALES[code], 'account'), LOCALES[code].tag);
      expect(page('account:unlocked', values)).toBe(island('unlocked', values));
      expect(page('account:coins', values)).toBe(island('coins', values));
    },
  );
});

it('texts exist in Filipino, although i18next changes its language tag from tl to fil', () => {
  expect(textOf(LOCALES.ph)('common:search')).toBe('Maghanap');
  expect(textsOf(LOCALES.ph, 'common').search).toBe('Maghanap');
});

it('texts without plural forms contain the count unchanged', () => {
  expect(textOf(LOCALES.es)('reader:place', { number: 2, count: 9 })).toBe('2 de 9');
});

it('texts format numbers for the language, but leave strings of digits unchanged', () => {
  expect(textOf(LOCALES.de)('common:rating', { rating: 4.5 })).toBe('Bewertung: 4,5 von 5');
  expect(textOf(LOCALES.en)('common:page', { page: 12_345 })).toBe('Page 12,345');
  expect(textOf(LOCALES.fr)('account:coins', { count: 12_345 })).toBe('12\u202f345 pièces');
  expect(textOf(LOCALES.en)('search:title-word', { word: '1984' })).toContain('1984');
});

it('texts contain titles and other words of visitors and authors unchanged', () => {
  expect(textOf(LOCALES.de)('search:title-word', { word: '<b>&"' })).toBe('Ergebnisse für „<b>&"“');
});

it('texts fall back to English for a language without texts', () => {
  const without = { ...LOCALES.id, code: 'xx' as LocaleCode, tag: 'ja-JP' };
  expect(textOf(without)('common:home')).toBe('Home');
  expect(textsOf(without, 'common').home).toBe('Home');
});
