import { describe, expect, it } from 'vitest';
import { isLong } from '#src/components/novel/is-long-text.ts';

describe('isLong', () => {
  it.each([
    ['nothing', '', false],
    ['a sentence', 'A lighthouse keeper finds a letter.', false],
    ['what fits on a wide screen but for a line', 'a'.repeat(66 * 5), false],
    ['more than that', 'a'.repeat(66 * 5 + 1), true],
    ['short lines, of which there are many', 'one\ntwo\nthree\n\nfour\nfive', true],
    ['Chinese that is wide', '灯'.repeat(170), true],
    ['Chinese that is not', '灯'.repeat(150), false],
  ])('of %s', (_what, text, long) => {
    expect(isLong(text)).toBe(long);
  });
});
