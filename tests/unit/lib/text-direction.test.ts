import { describe, expect, it } from 'vitest';
import { supportsVerticalText, textDirection } from '#src/lib/text-direction.ts';

describe('textDirection', () => {
  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['fa-IR', 'rtl'],
    ['ur', 'rtl'],
    ['az-Arab', 'rtl'],
    ['ks-Latn', 'ltr'],
    ['en-US', 'ltr'],
    ['ast', 'ltr'],
    ['bar', 'ltr'],
    ['zh-CN', 'ltr'],
    ['fr', 'ltr'],
  ])('for the language %s returns %s', (language, direction) => expect(textDirection(language)).toBe(direction));
});

describe('supportsVerticalText', () => {
  it.each([
    ['zh-CN', true],
    ['ja', true],
    ['ko', false],
    ['aja', false],
    ['en', false],
  ])('for the language %s returns %s', (language, expected) => expect(supportsVerticalText(language)).toBe(expected));
});
