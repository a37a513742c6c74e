import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { createIslandT } from '#src/i18n/island-t.ts';

type Texts = Readonly<Record<string, string>>;

const ROOT = resolve('src/i18n/locales');
/** Languages into which the English texts are translated. */
const TRANSLATED = ['es', 'cn', 'de', 'fr', 'pt', 'ph', 'vn', 'id'] as const satisfies readonly LocaleCode[];
const AREAS = readdirSync(resolve(ROOT, 'en')).map((file) => file.replace('.json', ''));

const read = (code: LocaleCode, area: string): Texts =>
  JSON.parse(readFileSync(resolve(ROOT, code, `${area}.json`), 'utf8'));

/** Every text in a language by `area:key`. */
const textsOf = (code: LocaleCode): Texts =>
  Object.fromEntries(
    AREAS.flatMap((area) => Object.entries(read(code, area)).map(([key, text]) => [`${area}:${key}`, text])),
  );

const english = textsOf('en');
const PLURAL = /_(zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(PLURAL, '');
const categoriesOf = (code: LocaleCode) => new Intl.PluralRules(LOCALES[code].tag).resolvedOptions().pluralCategories;

/** The keys that a language must have: the English keys, with one key for each plural form of the language. */
const expectedKeys = (code: LocaleCode): string[] => {
  const keys = Object.keys(english).flatMap((key) =>
    PLURAL.test(key) ? categoriesOf(code).map((category) => `${stem(key)}_${category}`) : [key],
  );
  return [...new Set(keys)].sort();
};

/**
 * Placeholders for a name alone and for a name in a phrase with the word for novels or stories. A language may use
 * either.
 */
const placeholders = (text: string) =>
  (text.match(/\{\{.*?\}\}/g) ?? []).map((one) => one.replace(/novels|stories/, 'name')).sort();
/** The English text for `key`, whichever plural form it is. */
const original = (key: string) => english[key] ?? english[`${stem(key)}_other`] ?? '';
const isWords = (text: string) => /\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ''));

/** Words that a language shares with English. */
const SHARED: Readonly<Record<(typeof TRANSLATED)[number], readonly string[]>> = {
  es: ['Ranking'],
  cn: [],
  de: ['Genres', 'Name', 'Status', 'Tags'],
  fr: ['Genres', 'Page {{page}}', 'Pages', 'Source', 'Suggestions', 'Tags', '{{title}} – page {{page}}'],
  pt: ['Ranking'],
  ph: [
    'Email',
    'Home',
    'Page {{page}}',
    'Password',
    'Ranking',
    'Reading history',
    '{{count}} chapter',
    '{{count}} coin',
    '{{title}} – page {{page}}',
  ],
  vn: ['Email'],
  id: ['Edit', 'Status'],
};
const BRAND_WORDS = ['App Store', 'Google Play'];

/** The quotation marks of each language. */
const QUOTES: Readonly<Record<(typeof TRANSLATED)[number], RegExp>> = {
  es: /«[^«»]+»/,
  cn: /[“《][^“”《》]+[”》]/,
  de: /„[^„“]+“/,
  fr: /«\u00a0[^«»]+\u00a0»/,
  pt: /«[^«»]+»/,
  ph: /“[^“”]+”/,
  vn: /“[^“”]+”/,
  id: /“[^“”]+”/,
};

describe('the interface texts', () => {
  it('exist in every supported language and in no other language', () => {
    const folders = readdirSync(ROOT);
    expect(folders.sort()).toEqual(['en', ...TRANSLATED].sort());
    expect(folders.every((code) => LOCALE_CODES.some((localeCode) => localeCode === code))).toBe(true);
  });

  it.each(TRANSLATED)('are in the same files in %s as in English', (code) => {
    expect(readdirSync(resolve(ROOT, code)).map((file) => file.replace('.json', ''))).toEqual(AREAS);
  });
});

describe.each(TRANSLATED)('the interface texts in %s', (code) => {
  const texts = textsOf(code);
  const entries = Object.entries(texts);

  it('have the English keys, with every plural form of the language', () => {
    expect(Object.keys(texts).sort()).toEqual(expectedKeys(code));
  });

  it('keep the placeholders of the English texts', () => {
    const differing = entries.filter(([key, text]) => `${placeholders(text)}` !== `${placeholders(original(key))}`);
    expect(differing).toEqual([]);
  });

  it('are neither empty nor padded', () => {
    expect(entries.filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([]);
  });

  it('are translated', () => {
    const shared = [...SHARED[code], ...BRAND_WORDS];
    const same = entries.filter(([key, text]) => isWords(text) && text === original(key) && !shared.includes(text));
    expect(same, 'Translate each, or add its text to SHARED in this file.').toEqual([]);
  });

  it('include every word that is listed as shared with English', () => {
    const used = new Set(entries.filter(([key, text]) => text === original(key)).map(([, text]) => text));
    expect(SHARED[code].filter((text) => !used.has(text))).toEqual([]);
  });

  it('use the quotation marks of the language', () => {
    expect(entries.filter(([, text]) => /["'`]/.test(text))).toEqual([]);
    const quoted = entries.filter(([key]) => /“/.test(original(key)));
    expect(quoted.filter(([, text]) => !QUOTES[code].test(text))).toEqual([]);
  });

  it('keep navigation labels short', () => {
    const words = ['home', 'category', 'ranking', 'read-history', 'mine'].map((key) => texts[`common:${key}`] ?? '');
    expect(words.filter((word) => word.length === 0 || word.length > 14)).toEqual([]);
  });

  it('have every plural form for a number of chapters', () => {
    const t = createIslandT(read(code, 'novel'), LOCALES[code].tag);
    const numbers = new Intl.NumberFormat(LOCALES[code].tag);
    for (const count of [0, 1, 2, 5, 21, 1_000_000])
      expect(t('chapter-count', { count })).toContain(numbers.format(count));
  });
});

it('French texts have non-breaking spaces before punctuation', () => {
  expect(Object.entries(textsOf('fr')).filter(([, text]) => / [;:!?»]|« /.test(text))).toEqual([]);
});

it.each([
  ['es', 1, '1 capítulo'],
  ['es', 1_000_000, '1.000.000 de capítulos'],
  ['fr', 0, '0 chapitre'],
  ['fr', 2, '2 chapitres'],
  ['cn', 1, '共 1 章'],
  ['vn', 7, '7 chương'],
  ['id', 1, '1 bab'],
  ['id', 1_000_000, '1.000.000 bab'],
] as const)('interface texts have plural forms in %s: %i', (code, count, text) => {
  expect(createIslandT(read(code, 'novel'), LOCALES[code].tag)('chapter-count', { count })).toBe(text);
});
