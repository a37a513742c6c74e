import { describe, expect, it } from 'vitest';
import { indexText, words } from '#src/api/store/tokenize.ts';

describe('words', () => {
  it('are letters and digits only', () => {
    expect(words(`Don't "stop" - 24/7!`)).toEqual(['don', 't', 'stop', '24', '7']);
    expect(words('*** — ""')).toEqual([]);
  });

  it('space out what is written without spaces', () => {
    expect(words('《三体》 part2')).toEqual(['三 体', 'part2']);
    expect(indexText('ABC三体')).toBe('abc 三 体');
  });
});
