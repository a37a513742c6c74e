import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_CHAPTER_BYTES, utf8Bytes } from '#src/lib/html-limits.ts';

it('counts the bytes that a text has in UTF-8, also those of halves of pairs', () => {
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
  'counts the bytes of %j, the first or last of its length',
  (text) => expect(utf8Bytes(text)).toBe(Buffer.byteLength(text, 'utf8')),
);

it('a chapter may have half a MiB', () => expect(MOST_CHAPTER_BYTES).toBe(524_288));
