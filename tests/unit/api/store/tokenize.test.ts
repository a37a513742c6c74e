import { describe, expect, it } from 'vitest';
import { toIndexText, tokenize } from '#src/api/store/tokenize.ts';

describe('tokenize', () => {
  it('returns letters and digits only', () => {
    expect(tokenize(`Don't "stop" - 24/7!`)).toEqual(['don', 't', 'stop', '24', '7']);
    expect(tokenize('*** — ""')).toEqual([]);
  });

  it('returns each character of scripts without spaces separately', () => {
    expect(tokenize('《三体》 part2')).toEqual(['三 体', 'part2']);
    expect(toIndexText('ABC三体')).toBe('abc 三 体');
  });
});
