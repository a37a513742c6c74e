import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOfUnstorableText, storableText, withStorableTexts } from '#src/lib/storable-text.ts';
import { ODD, UNSTORABLE } from '../../helpers/hostile-text.ts';

const anyText = fc.string({
  unit: fc.constantFrom('\0', '\ud83d', '\ude00', '😀', 'a', '\ufffd', '\u0001'),
  maxLength: 8,
});
const anyJson = fc.jsonValue({ stringUnit: fc.constantFrom('\0', '\ud83d', 'a', '😀') });
const isWhole = (text: string) => text.isWellFormed() && !text.includes('\0');

describe('text that can be stored', () => {
  it('contains no NUL and no unpaired surrogates', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(placeOfUnstorableText(text) === undefined).toBe(isWhole(text));
      }),
    );
    for (const text of ODD) expect(storableText(text)).toBe(text);
    for (const text of UNSTORABLE) expect(isWhole(storableText(text))).toBe(true);
    expect(storableText('a\0b\ud83d')).toBe('ab\ufffd');
  });

  it('is returned by storableText for any input, and is not changed by storableText', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const repaired = storableText(text);
        expect(isWhole(repaired)).toBe(true);
        expect(storableText(repaired)).toBe(repaired);
        if (isWhole(text)) expect(repaired).toBe(text);
      }),
    );
  });

  it('is distinguished from other text at any depth of an object, including keys', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const texts: string[] = [];
        JSON.stringify(value, (key, field) => {
          texts.push(key, ...(typeof field === 'string' ? [field] : []));
          return field;
        });
        expect(placeOfUnstorableText(value) === undefined).toBe(texts.every(isWhole));
      }),
    );
    expect(placeOfUnstorableText({ items: [{ name: 'a' }, { name: '\0' }] })).toBe('items.1.name');
    expect(placeOfUnstorableText({ items: { 'a\0': 1 } })).toBe('items');
    expect(placeOfUnstorableText({ '\ud800': 1 })).toBe('the name of a field');
    let deep: unknown = '\0';
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    expect(placeOfUnstorableText(deep)).toBe(`${'0.'.repeat(50)}…`);
  });

  it('replaces other text throughout an imported record', () => {
    const record = { title: 'A\0', tags: ['\ud800b'], cover: null, words: 3, chapters: [{ html: '<p>\0</p>' }] };
    expect(withStorableTexts(record)).toEqual({
      title: 'A',
      tags: ['\ufffdb'],
      cover: null,
      words: 3,
      chapters: [{ html: '<p></p>' }],
    });
  });
});
