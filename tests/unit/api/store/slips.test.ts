import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deletions, oneSlipApart } from '#src/api/store/slips.ts';

const word = fc.array(fc.constantFrom('a', 'b', 'c', 'é', '三'), { minLength: 2, maxLength: 9 });

describe('oneSlipApart', () => {
  it.each([
    ['dragon', 'dragon', false],
    ['dragon', 'drgon', true],
    ['dragon', 'draggon', true],
    ['dragon', 'dragan', true],
    ['dragon', 'dargon', true],
    ['dragon', 'dragons', true],
    ['dragon', 'ragon', true],
    ['dragon', 'drgn', false],
    ['dragon', 'nogard', false],
    ['ab', 'ba', true],
    ['', 'a', true],
  ])('of %j and %j is %s, both ways', (one, other, apart) => {
    expect(oneSlipApart(one, other)).toBe(apart);
    expect(oneSlipApart(other, one)).toBe(apart);
  });

  it('of words that are so implies a deletion they share', () => {
    const around = (text: string) => new Set([text, ...deletions(text)]);
    fc.assert(
      fc.property(word, word, (a, b) => {
        const [one, other] = [a.join(''), b.join('')];
        return !oneSlipApart(one, other) || around(one).intersection(around(other)).size > 0;
      }),
    );
  });
});

describe('deletions', () => {
  it('leave out each character once', () => {
    expect(deletions('aab')).toEqual(['ab', 'aa']);
    expect(deletions('三体')).toEqual(['体', '三']);
  });
});
