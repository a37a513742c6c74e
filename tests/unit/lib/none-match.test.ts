import { expect, it } from 'vitest';
import { noneMatch } from '#src/lib/none-match.ts';

it.each([
  [undefined, false],
  ['', false],
  ['"x"', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"x" , W/"a"', true],
  ['*', true],
  ['a', false],
])('whether %j names the tag is %s', (header, matches) => {
  expect(noneMatch(header, '"a"')).toBe(matches);
});
