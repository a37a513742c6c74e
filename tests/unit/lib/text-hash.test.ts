import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalText, textHash } from '#src/lib/text-hash.ts';

describe('textHash', () => {
  it('returns eight hex digits of FNV-1a', () => {
    expect(textHash('')).toBe('811c9dc5');
    expect(textHash('a')).toBe('e40c292c');
    expect(textHash('foobar')).toBe('bf9cf968');
  });

  it('ignores differences in white space and in the composition of accents', () => {
    expect(textHash(' He  said:\n\t“Ça va?” ')).toBe(textHash('He said: “C\u0327a va?”'));
  });

  it('returns a different hash if a word changes', () => {
    expect(textHash('The boat came.')).not.toBe(textHash('The coat came.'));
  });

  it('returns eight hex digits for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textHash(text)).toMatch(/^[\da-f]{8}$/);
        expect(textHash(normalText(text))).toBe(textHash(text));
      }),
    );
  });
});
