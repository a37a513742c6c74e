import type { MouseEvent as ReactMouseEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { isPlain, onPlainClick } from '#src/shell/island/plain-click.ts';

const click = (change: object = {}) => ({
  button: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  preventDefault: vi.fn(),
  ...change,
});

const OTHERS = [
  { button: 1 },
  { button: 2 },
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
];

describe('a click on a link', () => {
  it('is plain if made with the primary button and without modifier keys', () => {
    expect(isPlain(click())).toBe(true);
    expect(OTHERS.map((change) => isPlain(click(change)))).toEqual(OTHERS.map(() => false));
  });

  it("runs the handler if it is plain, and otherwise the browser's default action", () => {
    const act = vi.fn();
    const press = (event: ReturnType<typeof click>) => onPlainClick(act)(event as unknown as ReactMouseEvent);
    const plain = click();
    press(plain);
    expect([act.mock.calls.length, plain.preventDefault.mock.calls.length]).toEqual([1, 1]);
    for (const change of OTHERS) {
      const other = click(change);
      press(other);
      expect([act.mock.calls.length, other.preventDefault.mock.calls.length]).toEqual([1, 0]);
    }
  });
});
