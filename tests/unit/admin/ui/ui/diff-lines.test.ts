import { describe, expect, test } from 'vitest';
import { linesOf } from '#src/admin/ui/ui/diff-lines.ts';

const shown = (...args: Parameters<typeof linesOf>) => linesOf(...args).map(({ sign, text }) => `${sign}${text}`);

describe('linesOf, the lines of a text comparison', () => {
  test('marks lines as added, removed or unchanged', () => {
    expect(shown('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c']);
  });

  test('collapses lines that are not near a change', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7'].join('\n');
    expect(shown(before, before.replace('4', 'x'), 1)).toEqual(['…', ' 3', '-4', '+x', ' 5', '…']);
  });

  test('collapses equal texts into a single line', () => {
    expect(shown('a\nb', 'a\nb', 2)).toEqual(['…']);
  });
});
