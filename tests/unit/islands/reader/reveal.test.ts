// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { reveal } from '#src/islands/reader/text/reveal.ts';
import { CHAPTER_EVENT } from '#src/lib/browser-events.ts';

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

it('leaves a passage that is in view where it is', () => {
  top = 300;
  reveal(range);
  expect(behaviours()).toEqual([]);
});

it('moves smoothly, and no further where the passage came into view', () => {
  reveal(range);
  top = 300;
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth']);
});

it('shows the passage at once where its movement was stopped half-way', () => {
  reveal(range);
  top = -400;
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth', 'instant']);
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth', 'instant']);
});

it('shows the passage at once where its movement was stopped before the first step, which no event tells', () => {
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

it('shows the passage again where what is left of a movement carries it away', () => {
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

it('shows the passage at once where the movement goes on past it after the end of an earlier movement', () => {
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

it('shows the passage at once where a chapter came in meanwhile', () => {
  reveal(range);
  dispatchEvent(new CustomEvent(CHAPTER_EVENT, { detail: { kind: 'current' } }));
  expect(behaviours()).toEqual(['smooth']);
  dispatchEvent(new CustomEvent(CHAPTER_EVENT, { detail: { kind: 'added' } }));
  expect(behaviours()).toEqual(['smooth', 'instant']);
});

it('shows the passage that was asked for last, though the movement began for another', () => {
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

it('leaves the page to a visitor who moves it meanwhile', () => {
  reveal(range);
  dispatchEvent(new Event('wheel'));
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth']);
});

it('does not wait for the end of a movement that the page cannot make', () => {
  vi.stubGlobal('scrollY', 0);
  top = 10;
  reveal(range);
  dispatchEvent(new Event('scrollend'));
  expect(behaviours()).toEqual(['smooth']);
});
