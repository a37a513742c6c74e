// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { tell, watchConnection } from '#src/browser/deferred/notices.ts';

function notice(name: string): HTMLElement {
  const words = document.createElement('p');
  words.dataset['notice'] = name;
  words.hidden = true;
  document.body.append(words);
  return words;
}

beforeEach(() => document.body.replaceChildren());

it('says that there is no connection until there is one', () => {
  const words = notice('offline');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  watchConnection();
  expect(words.hidden).toBe(true);
  online.mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  expect(words.hidden).toBe(false);
  online.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(words.hidden).toBe(true);
});

it('says so on a page that was opened without one', () => {
  const words = notice('offline');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  watchConnection();
  expect(words.hidden).toBe(false);
});

it('tells of a missing part for 3000 ms', () => {
  vi.useFakeTimers();
  const words = notice('lost');
  tell('lost');
  vi.advanceTimersByTime(2999);
  expect(words.hidden).toBe(false);
  vi.advanceTimersByTime(1);
  expect(words.hidden).toBe(true);
});
