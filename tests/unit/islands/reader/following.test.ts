// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const view = vi.hoisted(() => ({ shows: true }));
vi.mock('#src/islands/reader/text/reveal.ts', () => ({ isInView: () => view.shows }));

let following: typeof import('#src/islands/reader/listen/session.ts');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 100_000 });
  vi.resetModules();
  following = await import('#src/islands/reader/listen/session.ts');
  view.shows = true;
});
afterEach(() => vi.useRealTimers());

const follows = () => following.follows({} as Range);
const pass = (ms: number) => vi.advanceTimersByTime(ms);

it('follows the voice until the visitor moves the page', () => {
  expect(follows()).toBe(true);
  view.shows = false;
  dispatchEvent(new Event('scroll'));
  expect(follows()).toBe(true);
  dispatchEvent(new Event('wheel'));
  expect(follows()).toBe(false);
});

it('follows again when the page has come to rest where the voice shows', () => {
  dispatchEvent(new Event('touchmove'));
  pass(301);
  expect(follows()).toBe(true);
});

it('does not follow while the page still moves on, though the voice still shows', () => {
  dispatchEvent(new Event('touchmove'));
  expect(follows()).toBe(false);
  pass(200);
  dispatchEvent(new Event('scroll'));
  pass(200);
  expect(follows()).toBe(false);
  view.shows = false;
  pass(1000);
  expect(follows()).toBe(false);
});

it('follows at once when asked to', () => {
  view.shows = false;
  dispatchEvent(new Event('wheel'));
  following.followAgain();
  expect(follows()).toBe(true);
});

it('takes only keys that move the page for a movement by hand', () => {
  view.shows = false;
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(follows()).toBe(true);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }));
  expect(follows()).toBe(false);
});
