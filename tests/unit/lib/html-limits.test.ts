import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_CHAPTER_BYTES, utf8Bytes } from '#src/lib/html-limits.ts';

it('utf8Bytes counts the UTF-8 bytes of a text, including lone surrogates', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3 }),
    fc.constantFrom('a', '\u00e9', '\u6f22', '\u{1f600}', '\ud83d', '\ude00'),
  );
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      const text = units.join('');
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text, 'utf8'));
    }),
    { numRuns: 2000 },
  );
});

it.each(['\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{103ff}', '\u{10fc00}'])(
  'utf8Bytes counts the bytes of the boundary character %j',
  (text) => expect(utf8Bytes(text)).toBe(Buffer.byteLength(text, 'utf8')),
);

it('the maximum size of a chapter is 512 KiB', () => expect(MAX_CHAPTER_BYTES).toBe(524_288));
