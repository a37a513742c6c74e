// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForSwipes } from '#src/features/reader/paginated/swipe.ts';
import * as turning from '#src/features/reader/paginated/turn-page.ts';

vi.mock('#src/features/reader/paginated/turn-page.ts', { spy: true });

let stop = () => {};
let main: HTMLElement;
let [mirrored, selected] = [false, ''];

beforeEach(() => {
  document.documentElement.dataset['flow'] = 'pages';
  document.body.innerHTML = '<main><p>Text</p><table id="wide"></table><table id="narrow"></table></main>';
  main = document.querySelector('main') as HTMLElement;
  for (const [id, width] of [
    ['wide', 900],
    ['narrow', 300],
  ] as const) {
    const table = document.getElementById(id) as HTMLElement;
    Object.defineProperty(table, 'scrollWidth', { value: width });
    Object.defineProperty(table, 'clientWidth', { value: 300 });
  }
  vi.stubGlobal('getSelection', () => ({ toString: () => selected }));
  vi.mocked(turning.turnPage).mockResolvedValue(undefined);
  [mirrored, selected] = [false, ''];
  stop = listenForSwipes(main, () => mirrored);
});
afterEach(() => {
  stop();
  delete document.documentElement.dataset['flow'];
});

function turned(): number[] {
  const steps = vi.mocked(turning.turnPage).mock.calls.map(([step]) => step);
  vi.mocked(turning.turnPage).mockClear();
  return steps;
}

function touch(type: string, lists: object, target: Element = main): void {
  target.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), lists));
}

interface Swipe {
  readonly down?: number;
  readonly fingers?: number;
  readonly target?: string;
}

function swipe(across: number, { down = 0, fingers = 1, target = 'p' }: Swipe = {}): number[] {
  const element = document.querySelector(target) as Element;
  const at = (x: number, y: number) => ({ clientX: x, clientY: y });
  touch('touchstart', { touches: Array(fingers).fill(at(500, 500)) }, element);
  touch('touchend', { changedTouches: [at(500 + across, 500 + down)] }, element);
  return turned();
}

describe('a swipe in the reader', () => {
  it('turns forward if it goes left and back if it goes right, and the other way round in right-to-left text', () => {
    expect([swipe(-50), swipe(50)]).toEqual([[1], [-1]]);
    mirrored = true;
    expect([swipe(-50), swipe(50)]).toEqual([[-1], [1]]);
  });

  it('does nothing if short or too vertical', () => {
    expect([swipe(-49), swipe(49), swipe(-100, { down: 51 }), swipe(-100, { down: -51 })]).toEqual([[], [], [], []]);
    expect(swipe(-100, { down: 50 })).toEqual([1]);
  });

  it('does nothing with two fingers, during a selection or across a wide table', () => {
    expect([swipe(-90, { fingers: 2 }), swipe(-90, { target: '#wide' }), swipe(-90, { target: '#narrow' })]).toEqual([
      [],
      [],
      [1],
    ]);
    selected = 'word';
    expect(swipe(-90)).toEqual([]);
  });

  it('does nothing if it selects text', () => {
    touch('touchstart', { touches: [{ clientX: 500, clientY: 500 }] });
    selected = 'word';
    touch('touchend', { changedTouches: [{ clientX: 300, clientY: 500 }] });
    expect(turned()).toEqual([]);
  });

  it('turns only one page, however many fingers are lifted', () => {
    touch('touchstart', { touches: [{ clientX: 500, clientY: 500 }] });
    for (const x of [300, 100]) touch('touchend', { changedTouches: [{ clientX: x, clientY: 500 }] });
    expect(turned()).toEqual([1]);
  });

  it('does nothing in scroll mode, or after the reader has stopped listening for swipes', () => {
    document.documentElement.dataset['flow'] = 'scroll';
    expect(swipe(-90)).toEqual([]);
    document.documentElement.dataset['flow'] = 'pages';
    stop();
    expect(swipe(-90)).toEqual([]);
  });
});

function wheel(change: { deltaX?: number; deltaY?: number; ctrlKey?: boolean; at: number; target?: string }): number[] {
  const { at, target = 'p', ...deltas } = change;
  const event = new Event('wheel', { bubbles: true });
  const values = { deltaX: 0, deltaY: 0, ctrlKey: false, ...deltas, timeStamp: at };
  for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value });
  document.querySelector(target)?.dispatchEvent(event);
  return turned();
}

describe('the mouse wheel in the reader', () => {
  it('turns forward when scrolled down or right, turns back when scrolled up or left, and then pauses', () => {
    expect([
      wheel({ deltaY: 3, at: 1000 }),
      wheel({ deltaY: 3, at: 1349 }),
      wheel({ deltaY: -3, at: 1350 }),
      wheel({ deltaX: 3, at: 1700 }),
      wheel({ deltaX: -3, at: 2050 }),
    ]).toEqual([[1], [], [-1], [1], [-1]]);
  });

  it('does nothing if it zooms, does not move or scrolls a wide table', () => {
    expect([
      wheel({ deltaY: 3, ctrlKey: true, at: 1000 }),
      wheel({ at: 1000 }),
      wheel({ deltaX: 3, at: 1000, target: '#wide' }),
    ]).toEqual([[], [], []]);
    expect(wheel({ deltaY: 3, at: 1000, target: '#wide' })).toEqual([1]);
  });

  it('turns pages in the same direction in right-to-left text, and does not turn pages in scroll mode', () => {
    mirrored = true;
    expect(wheel({ deltaY: 3, at: 1000 })).toEqual([1]);
    document.documentElement.dataset['flow'] = 'scroll';
    expect(wheel({ deltaY: 3, at: 2000 })).toEqual([]);
  });
});
