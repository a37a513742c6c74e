import { describe, expect, it } from 'vitest';
import { taglineOf } from '#src/brand/public-brand.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import type { T } from '#src/i18n/t.ts';
import { listOfNames } from '#src/shell/head/head-parts.ts';
import { testBrand, testSite } from '../../../helpers/memory-source.ts';

const words: T = (key) => `<${key}>`;
const listed = (code: LocaleCode, names: readonly string[], maxNames = 3) =>
  listOfNames({ site: testSite(code), t: words }, names, maxNames);

describe('listOfNames', () => {
  it.each([
    ['en', 'A, B, and C'],
    ['es', 'A, B y C'],
    ['cn', 'A、B和C'],
    ['de', 'A, B und C'],
  ] as const)('joins names as usual in the language %s', (code, text) => {
    expect(listed(code, ['A', 'B', 'C'])).toBe(text);
  });

  it('adds a hint that there are more names', () => {
    expect(listed('en', ['A', 'B', 'C', 'D'])).toBe('A, B, C, and <seo:more>');
    expect(listed('fr', ['A', 'B'], 1)).toBe('A et <seo:more>');
  });

  it('returns a single name unchanged, and an empty text for an empty list', () => {
    expect([listed('en', ['A']), listed('en', [])]).toEqual(['A', '']);
  });
});

describe('taglineOf', () => {
  it('returns the tagline in the language of the page if the brand has it, or else in English', () => {
    const brand = { ...testBrand, taglines: { es: 'Una marca.' } };
    expect([taglineOf(brand, 'es'), taglineOf(brand, 'fr')]).toEqual(['Una marca.', testBrand.tagline]);
    const { taglines: _, ...withoutOthers } = testBrand;
    expect(taglineOf(withoutOthers, 'es')).toBe(testBrand.tagline);
  });
});
