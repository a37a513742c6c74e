// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as columns from '#src/islands/reader/paginated/page-columns.ts';
import * as turning from '#src/islands/reader/paginated/turn-page.ts';
import { listenForTaps } from '#src/islands/reader/taps.ts';
import { $navigationBar, $panel, closePanels } from '#src/stores/reader-panels.ts';

vi.mock('#src/islands/reader/paginated/page-columns.ts', { spy: true });
vi.mock('#src/islands/reader/paginated/turn-page.ts', { spy: true });

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

/** @returns whether the bars changed, and which way pages were turned */
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
  it('in the middle shows the bars and hides them, at the edges does nothing', () => {
    expect([tapAt(500), tapAt(500), tapAt(100), tapAt(900)]).toEqual(['bars', 'bars', '', '']);
  });

  it('at the edges turns pages where there are pages, the other way in mirrored ones', () => {
    vi.mocked(columns.isPaged).mockReturnValue(true);
    expect([tapAt(100), tapAt(900), tapAt(500)]).toEqual(['turn -1', 'turn 1', 'bars']);
    mirrored = true;
    expect([tapAt(100), tapAt(900)]).toEqual(['turn 1', 'turn -1']);
  });

  it('closes an open panel and does nothing else', () => {
    vi.mocked(columns.isPaged).mockReturnValue(true);
    for (const x of [100, 500, 900]) {
      $panel.set('type');
      expect([tapAt(x), $panel.get()]).toEqual(['', null]);
    }
  });

  it.each(['a', 'button', 'label', 'input', 'img'])('on the element %s does nothing', (target) => {
    expect(tapAt(500, { target })).toBe('');
  });

  it('that another part of the page has used does nothing', () => {
    main.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
    expect([tapAt(500), tapAt(500)]).toEqual(['', 'bars']);
  });

  it('does nothing where the finger moved, and has no place where no pointer made it', () => {
    expect([tapAt(500, { from: 485 }), tapAt(500, { from: 492 })]).toEqual(['', 'bars']);
    expect(tapAt(0, { from: 700, detail: 0 })).toBe('bars');
  });

  it('that ends a selection does nothing, and the second that makes one takes the first one back', () => {
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

  it('does nothing once nobody listens any more', () => {
    stop();
    expect(tapAt(500)).toBe('');
  });
});
