import { describe, expect, it } from 'vitest';
import { toolbarPosition } from '#src/features/reader/marks/toolbar.ts';

const box = (top: number, bottom: number) => ({ top, bottom }) as DOMRect;
const BAR = { width: 52, height: 320 };
const PHONE = { width: 390, height: 844 };

describe('the tools for selected text', () => {
  it('are placed in the margin of a wide page, at the height of the selection', () => {
    expect(toolbarPosition(box(200, 220), 948, BAR, { width: 1280, height: 800 })).toEqual({
      side: 'beside',
      x: 960,
      y: 200,
    });
  });

  it('stay within the window', () => {
    expect(toolbarPosition(box(780, 790), 948, BAR, { width: 1280, height: 800 })).toMatchObject({ y: 468 });
    expect(toolbarPosition(box(-90, 100), 948, BAR, { width: 1280, height: 800 })).toMatchObject({ y: 12 });
  });

  it.each([
    ['in the upper part', 100, 140, 'bottom'],
    ['in the middle', 400, 420, 'bottom'],
    ['at the bottom', 700, 800, 'top'],
    ['from top to bottom', 0, 844, 'bottom'],
  ])("do not cover a selection %s of a phone's screen", (_where, top, bottom, side) => {
    expect(toolbarPosition(box(top, bottom), 390, { ...BAR, height: 52 }, PHONE)).toEqual({ side });
  });
});
