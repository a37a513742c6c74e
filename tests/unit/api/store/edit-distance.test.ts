import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deletions, isOneEditApart } from '#src/api/store/edit-distance.ts';

const word = fc.array(fc.constantFrom('a', 'b', 'c', 'é', '三'), { minLength: 2, maxLength: 9 });

describe('isOneEditApart, which detects typos', () => {
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
  ])('compares %j and %j in either order: %s', (one, other, apart) => {
    expect(isOneEditApart(one, other)).toBe(apart);
    expect(isOneEditApart(other, one)).toBe(apart);
  });

  it('returns true only for words that are equal after removing one character from one or both of them', () => {
    const around = (text: string) => new Set([text, ...deletions(text)]);
    fc.assert(
      fc.property(word, word, (a, b) => {
        const [one, other] = [a.join(''), b.join('')];
        return !isOneEditApart(one, other) || around(one).intersection(around(other)).size > 0;
      }),
    );
  });
});

describe('deletions', () => {
  it('returns each distinct word that results from removing one character', () => {
    expect(deletions('aab')).toEqual(['ab', 'aa']);
    expect(deletions('三体')).toEqual(['体', '三']);
  });
});
