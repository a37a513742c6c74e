// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { reveal } from '#src/features/reader/text/reveal.ts';
import { CHAPTER_EVENT } from '#src/shell/state/browser-events.ts';

/** Top of the passage in a window that is 768 px high. */
let top = 0;
const range = {
  startContainer: document.createTextNode('A passage.'),
  getClientRects: () => [new DOMRect(0, top, 100, 20)],
} as unknown as Range;

const movements = vi.fn<(options: ScrollToOptions) => void>();

beforeEach(() => {
  movements.mockReset();
  movements.mockImplementation(({ behavior, top: by = 0 }) => {
    if (behavior === 'instant') top -= by;
  });
  vi.stubGlobal('scrollBy', movements);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: 10_000, configurable: true });
  vi.stubGlobal('scrollY', 3000);
  top = -900;
});

const behaviours = () => movements.mock.calls.map(([{ behavior }]) => behavior);

it('revealing an already visible passage does not scroll', () => {
  top = 300;
  reveal(range);
  expect(behaviours()).toEqual([]);
});

it('revealing a passage scrolls smoothly, and stops when the passage is visible', () => {
  reveal(range);
  top = 300;
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth']);
});

it('revealing a passage jumps to it if scrolling was stopped half-way', () => {
  reveal(range);
  top = -400;
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth', 'instant']);
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth', 'instant']);
});

it('revealing a passage jumps to it if scrolling stops before any scroll event', () => {
  vi.useFakeTimers();
  reveal(range);
  vi.advanceTimersByTime(200);
  vi.stubGlobal('scrollY', 2900);
  vi.advanceTimersByTime(200);
  expect(behaviours()).toEqual(['smooth']);
  vi.advanceTimersByTime(1000);
  expect(behaviours()).toEqual(['smooth', 'instant']);
  vi.useRealTimers();
});

it('revealing a passage scrolls to it again if the end of an earlier scroll moves it out of view', () => {
  vi.useFakeTimers();
  reveal(range);
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth', 'instant']);
  top = -5;
  vi.advanceTimersByTime(1000);
  expect(behaviours()).toEqual(['smooth', 'instant', 'instant']);
  vi.advanceTimersByTime(1000);
  expect(behaviours()).toEqual(['smooth', 'instant', 'instant']);
  vi.useRealTimers();
});

it('revealing a passage jumps to it if scrolling overshoots after an earlier scroll has ended', () => {
  vi.useFakeTimers();
  reveal(range);
  top = 300;
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth']);
  top = -5;
  vi.stubGlobal('scrollY', 2000);
  vi.advanceTimersByTime(1000);
  expect(behaviours()).toEqual(['smooth', 'instant']);
  vi.useRealTimers();
});

it('revealing a passage jumps to it if a chapter is inserted during the scroll', () => {
  reveal(range);
  dispatchEvent(new CustomEvent(CHAPTER_EVENT, { detail: { kind: 'current' } }));
  expect(behaviours()).toEqual(['smooth']);
  dispatchEvent(new CustomEvent(CHAPTER_EVENT, { detail: { kind: 'added' } }));
  expect(behaviours()).toEqual(['smooth', 'instant']);
});

it('revealing a second passage replaces scrolling to the first', () => {
  const tops: number[] = [];
  const other = {
    startContainer: document.createTextNode('The next passage.'),
    getClientRects: () => [new DOMRect(0, tops[0] ?? 300, 100, 20)],
  } as unknown as Range;
  reveal(range);
  reveal(other);
  expect(behaviours()).toEqual(['smooth']);
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth']);
  reveal(range);
  reveal(other);
  tops[0] = 2000;
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth', 'smooth', 'instant']);
  expect(movements.mock.lastCall?.[0].top).toBeGreaterThan(1000);
});

it('revealing a passage stops scrolling if the visitor scrolls in the meantime', () => {
  reveal(range);
  dispatchEvent(new Event('wheel'));
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth']);
});

it('revealing a passage does not wait for scrolling on a page that cannot scroll', () => {
  vi.stubGlobal('scrollY', 0);
  top = 10;
  reveal(range);
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth']);
});
