import { expect, it } from 'vitest';
import { excerpt } from '#src/lib/excerpt.ts';

it.each([
  ['short', 10, 'short'],
  ['  one\n\ttwo  ', 10, 'one two'],
  ['one two three four', 12, 'one two…'],
  ['one two, three four', 10, 'one two…'],
  ['onetwothreefour', 8, 'onetwot…'],
  ['三体第一部地球往事', 5, '三体第一…'],
  ['a😀😀😀', 5, 'a😀…'],
  ['', 5, ''],
])('of %j at most %i characters are %j', (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected);
});
