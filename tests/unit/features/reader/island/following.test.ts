// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const view = vi.hoisted(() => ({ shows: true }));
vi.mock('#src/features/reader/text/reveal.ts', () => ({ isInView: () => view.shows }));

let following: typeof import('#src/features/reader/listen/session.ts');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 100_000 });
  vi.resetModules();
  following = await import('#src/features/reader/listen/session.ts');
  view.shows = true;
});
afterEach(() => vi.useRealTimers());

const follows = () => following.follows({} as Range);
const advance = (ms: number) => vi.advanceTimersByTime(ms);

it('the page scrolls with the spoken text until the visitor scrolls', () => {
  expect(follows()).toBe(true);
  view.shows = false;
  dispatchEvent(new Event('scroll'));
  expect(follows()).toBe(true);
  dispatchEvent(new Event('wheel'));
  expect(follows()).toBe(false);
});

it('the page follows the spoken text again when scrolling ends with the spoken sentence in view', () => {
  dispatchEvent(new Event('touchmove'));
  advance(301);
  expect(follows()).toBe(true);
});

it('the page does not scroll with the spoken text while the visitor is scrolling, even if the sentence is visible', () => {
  dispatchEvent(new Event('touchmove'));
  expect(follows()).toBe(false);
  advance(200);
  dispatchEvent(new Event('scroll'));
  advance(200);
  expect(follows()).toBe(false);
  view.shows = false;
  advance(1000);
  expect(follows()).toBe(false);
});

it('the page scrolls with the spoken text again immediately when the visitor chooses to follow it', () => {
  view.shows = false;
  dispatchEvent(new Event('wheel'));
  following.followAgain();
  expect(follows()).toBe(true);
});

it('only pressing a scroll key counts as scrolling by the visitor', () => {
  view.shows = false;
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(follows()).toBe(true);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }));
  expect(follows()).toBe(false);
});
