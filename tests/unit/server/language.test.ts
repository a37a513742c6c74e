import { describe, expect, it } from 'vitest';
import type { LocaleCode } from '#src/contract/locales.ts';
import { preferredLocale } from '#src/server/language.ts';

const ALL: readonly LocaleCode[] = ['en', 'es', 'cn', 'de', 'fr', 'pt', 'ph', 'vn'];

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
    ['pt-BR', 'pt'],
    ['ES-es', 'es'],
    ['ja, ko;q=0.9, fr;q=0.1', 'fr'],
    ['es;q=0, de', 'de'],
    ['es;q=0.000', undefined],
    ['es;q=2, fr', 'fr'],
    ['es;q=high, fr', 'fr'],
    ['es ; q=0.3 , fr ; q=0.4', 'fr'],
    ['*', 'en'],
    ['ja, *;q=0.5', 'en'],
    ['es;q=0.9, *;q=0.5', 'es'],
    ['ja', undefined],
    ['', undefined],
    [',;, -, en_US, x', undefined],
    [`${'xx,'.repeat(5000)}es`, undefined],
  ])('of %j is %s', (header, code) => {
    expect(preferredLocale(header, ALL)).toBe(code);
  });

  it('is one of the active locales', () => {
    expect(preferredLocale('es, de;q=0.9', ['en', 'de'])).toBe('de');
    expect(preferredLocale('es', ['en', 'de'])).toBeUndefined();
  });
});
