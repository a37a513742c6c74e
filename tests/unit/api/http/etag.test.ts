import { describe, expect, it } from 'vitest';
import { etagOf, noneMatch } from '#src/api/http/etag.ts';

describe('etagOf', () => {
  it('is strong and differs with the content', () => {
    expect(etagOf('a')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(etagOf('a')).toBe(etagOf(Buffer.from('a')));
    expect(etagOf('a')).not.toBe(etagOf('b'));
  });
});

describe('noneMatch', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['"x"', false],
    ['"a"', true],
    ['W/"a"', true],
    ['"x" , W/"a"', true],
    ['*', true],
    ['a', false],
  ])('of %j is %s', (header, matches) => {
    expect(noneMatch(header, '"a"')).toBe(matches);
  });
});
