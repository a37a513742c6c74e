import { expect, it } from 'vitest';
import { matchesIfNoneMatch } from '#src/lib/http.ts';

it.each([
  [undefined, false],
  ['', false],
  ['"x"', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"x" , W/"a"', true],
  ['*', true],
  [' * ', true],
  ['xW/"a"', false],
  ['a', false],
])('matchesIfNoneMatch returns whether the header If-None-Match: %j matches the ETag: %s', (header, matches) => {
  expect(matchesIfNoneMatch(header, '"a"')).toBe(matches);
});
