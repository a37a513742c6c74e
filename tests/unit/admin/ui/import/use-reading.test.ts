import { describe, expect, test } from 'vitest';
import type { ImportBook } from '#src/admin/contract/imports.ts';
import { fieldsOf, settingsFor } from '#src/admin/ui/import/use-reading.ts';

const book = (settings: ImportBook['settings']) =>
  ({
    settings,
    preview: { encoding: { name: 'gb18030' }, language: { code: 'zh' } },
  }) as Pick<ImportBook, 'settings' | 'preview'>;

describe('fieldsOf', () => {
  test('shows what was set, else what was detected', () => {
    expect(fieldsOf(book({}))).toEqual({ encoding: 'gb18030', language: 'zh', chapterPattern: '' });
    expect(fieldsOf(book({ encoding: 'big5', chapterPattern: '>> (.*)' }))).toEqual({
      encoding: 'big5',
      language: 'zh',
      chapterPattern: '>> (.*)',
    });
    expect(fieldsOf({ settings: {}, preview: null })).toEqual({ encoding: '', language: '', chapterPattern: '' });
  });
});

describe('settingsFor', () => {
  test('sends only what was set: detected values are detected again', () => {
    const read = book({ language: 'zh-TW' });
    expect(settingsFor(read, fieldsOf(read))).toEqual({ language: 'zh-TW' });
    expect(settingsFor(read, { ...fieldsOf(read), encoding: ' big5 ' })).toEqual({
      language: 'zh-TW',
      encoding: 'big5',
    });
  });

  test('omits emptied fields', () => {
    const read = book({ chapterPattern: '>> (.*)' });
    expect(settingsFor(read, { ...fieldsOf(read), chapterPattern: '' })).toEqual({});
  });
});
