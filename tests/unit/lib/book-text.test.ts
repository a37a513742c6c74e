import { describe, expect, it } from 'vitest';
import { bookText, isolate, nameText } from '#src/lib/book-text.ts';

describe('bookText', () => {
  it.each([
    ['sets nothing for a title in the language of the page', 'The Weir', 'en', 'en-US', {}],
    ['sets language and direction of a Hebrew title', 'הנהר', 'he', 'en-US', { lang: 'he', dir: 'rtl' }],
    ['sets only the language if the direction is the same', '川の話', 'ja', 'en-US', { lang: 'ja' }],
    ['distinguishes traditional from simplified Chinese', '渡口', 'zh-TW', 'zh-CN', { lang: 'zh-TW' }],
    ['sets nothing if only the region differs from the language of the page', '渡口', 'zh', 'zh-CN', {}],
    ['sets no direction for Latin letters in a Hebrew book', 'Olmen', 'he', 'en-US', { lang: 'he' }],
    ['keeps the direction of the book for digits', '12.5', 'he', 'en-US', { lang: 'he', dir: 'rtl' }],
    ['keeps the direction of the book for mixed letters', 'iOS והנהר', 'he', 'en-US', { lang: 'he', dir: 'rtl' }],
    ['sets the direction of an English title with Hebrew letters', 'On שלום', 'en', 'en-US', { dir: 'ltr' }],
    [
      'sets the direction of Arabic letters in a language with two scripts',
      'كتاب',
      'ku',
      'en-US',
      { lang: 'ku', dir: 'rtl' },
    ],
    [
      'sets language and direction of an English title on an Arabic page',
      'The Weir',
      'en',
      'ar',
      { lang: 'en', dir: 'ltr' },
    ],
    ['sets nothing for an Arabic title on an Arabic page', 'النهر', 'ar', 'ar', {}],
    ['guesses Hebrew from its letters', 'הנהר', undefined, 'en-US', { lang: 'he', dir: 'rtl' }],
    ['guesses Japanese from kana', '川の話', undefined, 'en-US', { lang: 'ja' }],
    ['guesses no language if the letters suit the language of the page', 'The Weir', undefined, 'en-US', {}],
    ['accepts an invalid language', 'The Weir', 'x', 'en-US', { lang: 'x' }],
  ] as const)('%s', (_name, text, language, page, expected) =>
    expect(bookText(text, language, page)).toEqual(expected),
  );
});

describe('nameText', () => {
  it.each([
    ['has the language of a Persian book', 'سعدی', 'fa', 'en-US', { lang: 'fa', dir: 'rtl' }],
    ['has the language of the page if a Hebrew book has an English tag', 'Romance', 'he', 'en-US', {}],
    [
      'has a language guessed from its letters if there is no book',
      'قصص',
      undefined,
      'en-US',
      { lang: 'ar', dir: 'rtl' },
    ],
    ['is Japanese in a Japanese book even without kana', '夏目漱石', 'ja', 'en-US', { lang: 'ja' }],
    ['has the language of the page if both use its letters', 'Mara Weir', 'fr', 'en-US', {}],
  ] as const)('%s', (_name, text, language, page, expected) =>
    expect(nameText(text, language, page)).toEqual(expected),
  );
});

describe('isolate', () => {
  it('wraps a text with letters of the other direction', () => {
    expect(isolate('הנהר', 'ltr')).toBe('\u2068הנהר\u2069');
    expect(isolate('The Weir', 'rtl')).toBe('\u2068The Weir\u2069');
  });
  it('returns other texts unchanged', () => {
    expect(isolate('The Weir 2', 'ltr')).toBe('The Weir 2');
    expect(isolate('הנהר 2', 'rtl')).toBe('הנהר 2');
  });
});
