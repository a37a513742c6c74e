import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8Bytes } from '#src/lib/html-limits.ts';

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
