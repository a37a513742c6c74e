import { describe, expect, it } from 'vitest';
import { lengthOf } from '#src/contract/paging.ts';

describe('lengthOf', () => {
  it.each([
    [0, 'short'],
    [49_999, 'short'],
    [50_000, 'medium'],
    [199_999, 'medium'],
    [200_000, 'long'],
  ] as const)('calls %i words %s', (count, length) => {
    expect(lengthOf(count)).toBe(length);
  });
});
