import { describe, expect, test } from 'vitest';
import type { ReviewedBook } from '#src/admin/contract/imports.ts';
import { fieldsOf, settingsFor } from '#src/admin/ui/import/use-reading.ts';

const book = (settings: ReviewedBook['settings'], doubts: readonly object[] = []) =>
  ({
    settings,
    preview: { encoding: { name: 'gb18030' }, language: { code: 'zh' }, doubts },
  }) as unknown as Pick<ReviewedBook, 'settings' | 'preview'>;

describe('fieldsOf, the reading settings shown for an import', () => {
  test('shows the value that was set, or else the detected value', () => {
    expect(fieldsOf(book({}))).toEqual({ encoding: 'gb18030', language: 'zh', chapterPattern: '' });
    expect(fieldsOf(book({ encoding: 'big5', chapterPattern: '>> (.*)' }))).toEqual({
      encoding: 'big5',
      language: 'zh',
      chapterPattern: '>> (.*)',
    });
    expect(fieldsOf({ settings: {}, preview: null })).toEqual({ encoding: '', language: '', chapterPattern: '' });
  });
});

describe('fieldsOf, for a book with a doubt about its encoding', () => {
  const asked = (settings: ReviewedBook['settings']) => book(settings, [{ about: 'encoding', isQuestion: true }]);

  test('returns no encoding if the user must choose one', () => {
    expect(fieldsOf(asked({})).encoding).toBe('');
    expect(settingsFor(asked({}), { ...fieldsOf(asked({})), encoding: 'gb18030' })).toEqual({ encoding: 'gb18030' });
    expect(fieldsOf(asked({ encoding: 'big5' })).encoding).toBe('big5');
  });

  test('returns the detected encoding if there is a hint but no question', () => {
    expect(fieldsOf(book({}, [{ about: 'encoding', isQuestion: false }])).encoding).toBe('gb18030');
  });
});

describe('settingsFor, the settings to read an import again', () => {
  test('contains only values that the user set, not detected values', () => {
    const read = book({ language: 'zh-TW' });
    expect(settingsFor(read, fieldsOf(read))).toEqual({ language: 'zh-TW' });
    expect(settingsFor(read, { ...fieldsOf(read), encoding: ' big5 ' })).toEqual({
      language: 'zh-TW',
      encoding: 'big5',
    });
  });

  test('omits fields that the user emptied', () => {
    const read = book({ chapterPattern: '>> (.*)' });
    expect(settingsFor(read, { ...fieldsOf(read), chapterPattern: '' })).toEqual({});
  });
});
