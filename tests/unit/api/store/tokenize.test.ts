import { describe, expect, it } from 'vitest';
import { toIndexText, tokenize } from '#src/api/store/tokenize.ts';

describe('tokenize', () => {
  it('divides a text into words of letters and digits', () => {
    expect(tokenize(`Don't "stop" - 24/7!`)).toEqual(['don', 't', 'stop', '24', '7']);
    expect(tokenize('*** — ""')).toEqual([]);
  });

  it('separates the characters of scripts without spaces', () => {
    expect(tokenize('《三体》 part2')).toEqual(['三 体', 'part2']);
    expect(toIndexText('ABC三体')).toBe('abc 三 体');
  });
});
