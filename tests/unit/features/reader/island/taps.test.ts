// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForTaps } from '#src/features/reader/island/taps.ts';
import * as columns from '#src/features/reader/paginated/page-columns.ts';
import * as turning from '#src/features/reader/paginated/turn-page.ts';
import { $navigationBar, $panel, closePanels } from '#src/features/reader/state/reader-panels.ts';

vi.mock('#src/features/reader/paginated/page-columns.ts', { spy: true });
vi.mock('#src/features/reader/paginated/turn-page.ts', { spy: true });

const WIDTH = 1000;
let stop = () => {};
let main: HTMLElement;
let mirrored = false;
let selected = '';

beforeEach(() => {
  document.body.innerHTML = `<main><p>Text <a href="#n">link</a> <button>b</button> <label>l <input></label>
    <img alt=""></p></main>`;
  main = document.querySelector('main') as HTMLElement;
  vi.stubGlobal('innerWidth', WIDTH);
  vi.stubGlobal('getSelection', () => ({ toString: () => selected }));
  vi.mocked(columns.isPaged).mockReturnValue(false);
  vi.mocked(turning.turnPage).mockResolvedValue(undefined as never);
  [mirrored, selected] = [false, ''];
  stop = listenForTaps(main, () => mirrored);
});
afterEach(() => {
  stop();
  closePanels();
  $navigationBar.set(false);
});

interface Tap {
  readonly target?: string;
  readonly from?: number;
  readonly detail?: number;
}

/** Taps at `x`. @returns whether the bars changed, and in which direction a page was turned */
function tapAt(x: number, { target = 'p', from = x, detail = 1 }: Tap = {}): string {
  const before = $navigationBar.get();
  vi.mocked(turning.turnPage).mockClear();
  const element = document.querySelector(target) as HTMLElement;
  const mouse = { bubbles: true, cancelable: true, clientY: 50 };
  element.dispatchEvent(new MouseEvent('pointerdown', { ...mouse, clientX: from }));
  element.dispatchEvent(new MouseEvent('click', { ...mouse, clientX: x, detail }));
  const [turned] = vi.mocked(turning.turnPage).mock.calls;
  return [before === $navigationBar.get() ? '' : 'bars', turned ? `turn ${turned[0]}` : ''].join('');
}

describe('a tap on the text', () => {
  it('toggles the bars in the middle and does nothing at the edges', () => {
    expect([tapAt(500), tapAt(500), tapAt(100), tapAt(900)]).toEqual(['bars', 'bars', '', '']);
  });

  it('turns pages at the edges in paginated mode, mirrored for right-to-left', () => {
    vi.mocked(columns.isPaged).mockReturnValue(true);
    expect([tapAt(100), tapAt(900), tapAt(500)]).toEqual(['turn -1', 'turn 1', 'bars']);
    mirrored = true;
    expect([tapAt(100), tapAt(900)]).toEqual(['turn 1', 'turn -1']);
  });

  it('turns pages at the edges of a picture too, but only in paginated mode', () => {
    expect(tapAt(900, { target: 'img' })).toBe('');
    vi.mocked(columns.isPaged).mockReturnValue(true);
    const onPicture = [tapAt(100, { target: 'img' }), tapAt(900, { target: 'img' }), tapAt(500, { target: 'img' })];
    expect(onPicture).toEqual(['turn -1', 'turn 1', '']);
    expect(tapAt(900, { target: 'a' })).toBe('');
  });

  it('closes an open panel and does nothing else', () => {
    vi.mocked(columns.isPaged).mockReturnValue(true);
    for (const x of [100, 500, 900]) {
      $panel.set('type');
      expect([tapAt(x), $panel.get()]).toEqual(['', null]);
    }
  });

  it.each(['a', 'button', 'label', 'input', 'img'])('does nothing on the element %s', (target) => {
    expect(tapAt(500, { target })).toBe('');
  });

  it('does nothing if another handler has prevented the default action', () => {
    main.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
    expect([tapAt(500), tapAt(500)]).toEqual(['', 'bars']);
  });

  it('does nothing if the finger moved or the click has no position', () => {
    expect([tapAt(500, { from: 485 }), tapAt(500, { from: 492 })]).toEqual(['', 'bars']);
    expect(tapAt(0, { from: 700, detail: 0 })).toBe('bars');
  });

  it('does nothing if it ends a selection, and a double tap that selects text undoes the first tap', () => {
    selected = 'word';
    expect(tapAt(500)).toBe('');
    selected = '';
    const select = () => {
      selected = 'word';
    };
    main.addEventListener('click', select, { capture: true, once: true });
    expect(tapAt(500, { detail: 2 })).toBe('bars');
    selected = '';
    main.addEventListener('click', select, { capture: true, once: true });
    expect(tapAt(100, { detail: 2 })).toBe('');
  });

  it('does nothing after the reader has stopped listening for taps', () => {
    stop();
    expect(tapAt(500)).toBe('');
  });
});
