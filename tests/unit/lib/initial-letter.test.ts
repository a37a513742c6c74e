import { expect, it } from 'vitest';
import { initialLetter } from '#src/lib/initial-letter.ts';

it.each([
  ['Atlas', 'A'],
  ['zebra', 'Z'],
  ['ébène', 'E'],
  ['Ångström', 'A'],
  ['Øyen', 'O'],
  ['łódź', 'L'],
  ['Đêm', 'D'],
  ['Æther', 'A'],
  ['Ðorsteinn', 'D'],
  ['Ħal', 'H'],
  ['Œuvre', 'O'],
  ['þór', 'T'],
  ['Ŧ', 'T'],
  ['ẞ', 'S'],
  ['ß', 'S'],
  ['9 Lives', '0'],
  ['“Hello”', '0'],
  ['三体', '0'],
  ['', '0'],
])('initialLetter returns the letter for %j: %s', (title, letter) => {
  expect(initialLetter(title)).toBe(letter);
});
