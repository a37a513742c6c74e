import { describe, expect, it } from 'vitest';
import { isLong } from '#src/features/book/is-long-text.ts';

describe('isLong', () => {
  it.each([
    ['an empty text', '', false],
    ['a sentence', 'A lighthouse keeper finds a letter.', false],
    ['a text that exceeds a wide screen by one line', 'a'.repeat(66 * 5), false],
    ['a text that exceeds it by more', 'a'.repeat(66 * 5 + 1), true],
    ['many short lines', 'one\ntwo\nthree\n\nfour\nfive', true],
    ['a long Chinese text', '灯'.repeat(170), true],
    ['a shorter Chinese text', '灯'.repeat(150), false],
  ])('decides whether to fold %s', (_what, text, long) => {
    expect(isLong(text)).toBe(long);
  });
});
