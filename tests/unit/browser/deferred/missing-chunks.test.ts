// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnMissingChunk, tellOfLateIslands } from '#src/browser/deferred/missing-chunks.ts';

const tell = vi.fn();
const reload = vi.fn();
reloadOnMissingChunk(tell, reload);

const rejection = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T00:00:00Z') });
  sessionStorage.clear();
  tell.mockClear();
  reload.mockClear();
});

describe('a part of the code that cannot be loaded', () => {
  it.each([
    ['is told by Vite', () => new Event('vite:preloadError')],
    ['fails in Chromium', () => rejection(new TypeError('Failed to fetch dynamically imported module: /_astro/a.js'))],
    ['fails in Firefox', () => rejection(new TypeError('error loading dynamically imported module: /_astro/a.js'))],
    [
      'is given up by an island',
      () =>
        new CustomEvent('astro:hydration-error', {
          detail: { error: new TypeError('Failed to fetch dynamically imported module: /_astro/a.js?astro-retry=1') },
        }),
    ],
    ['fails in Safari', () => rejection(new TypeError('Importing a module script failed.'))],
  ])('reloads the page where it %s', (_how, event) => {
    dispatchEvent(event());
    expect(reload).toHaveBeenCalledTimes(1);
    expect(tell).not.toHaveBeenCalled();
  });

  it('reloads once in 60 seconds, and says so the second time', () => {
    dispatchEvent(new Event('vite:preloadError'));
    vi.advanceTimersByTime(59_999);
    dispatchEvent(new Event('vite:preloadError'));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(tell).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    dispatchEvent(new Event('vite:preloadError'));
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('does not lose the page where there is no connection', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    dispatchEvent(new Event('vite:preloadError'));
    expect(reload).not.toHaveBeenCalled();
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it('does not reload for ever where nothing can be kept', () => {
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem });
    dispatchEvent(new Event('vite:preloadError'));
    expect(reload).not.toHaveBeenCalled();
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it('leaves other failures alone', () => {
    dispatchEvent(rejection(new TypeError('x is not a function')));
    dispatchEvent(rejection('Importing a module script failed.'));
    expect(reload).not.toHaveBeenCalled();
    expect(tell).not.toHaveBeenCalled();
  });
});

it('says so where a click waits too long for the script of its island', () => {
  tellOfLateIslands(tell);
  document.body.dispatchEvent(new Event('late', { bubbles: true }));
  expect(tell).toHaveBeenCalledTimes(1);
  expect(reload).not.toHaveBeenCalled();
});
