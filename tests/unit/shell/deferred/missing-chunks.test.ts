// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnMissingChunk } from '#src/shell/deferred/missing-chunks.ts';

const showNotice = vi.fn();
const reload = vi.fn();
reloadOnMissingChunk(showNotice, reload);

const preloadError = (error: unknown = new TypeError('Failed to fetch dynamically imported module: /_astro/a.js')) =>
  new CustomEvent('vite:preloadError', { detail: error });
const rejection = (reason: unknown) => Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });

const SETTLE_MS = 1000;
const loseModule = () => {
  dispatchEvent(preloadError());
  vi.advanceTimersByTime(SETTLE_MS);
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T00:00:00Z') });
  sessionStorage.clear();
  showNotice.mockClear();
  reload.mockClear();
  document.body.innerHTML = '<i></i>';
  document.body.click();
});

describe('a script chunk that is missing after a release', () => {
  it.each([
    ['is reported by Vite', () => preloadError()],
    [
      'fails to load in Chromium',
      () => rejection(new TypeError('Failed to fetch dynamically imported module: /_astro/a.js')),
    ],
    [
      'fails to load in Firefox',
      () => rejection(new TypeError('error loading dynamically imported module: /_astro/a.js')),
    ],
    [
      'prevents the hydration of an island',
      () =>
        new CustomEvent('astro:hydration-error', {
          detail: { error: new TypeError('Failed to fetch dynamically imported module: /_astro/a.js?astro-retry=1') },
        }),
    ],
    ['fails to load in Safari', () => rejection(new TypeError('Importing a module script failed.'))],
  ])('reloads the page if it %s', (_how, event) => {
    dispatchEvent(event());
    vi.advanceTimersByTime(SETTLE_MS);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(showNotice).not.toHaveBeenCalled();
  });

  it('is not suspected if a loaded module throws an error', () => {
    dispatchEvent(preloadError(new TypeError('Promise.withResolvers is not a function')));
    dispatchEvent(rejection(new TypeError('x.toSorted is not a function')));
    expect(reload).not.toHaveBeenCalled();
    expect(showNotice).not.toHaveBeenCalled();
  });

  it('reloads the page at most once in 60 seconds, and otherwise shows a notice', () => {
    loseModule();
    vi.advanceTimersByTime(59_999 - SETTLE_MS);
    loseModule();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(showNotice).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    loseModule();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('does not reload the page while offline', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    loseModule();
    expect(reload).not.toHaveBeenCalled();
    expect(showNotice).toHaveBeenCalledTimes(1);
  });

  it('does not reload the page repeatedly if storage is unavailable', () => {
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem });
    loseModule();
    expect(reload).not.toHaveBeenCalled();
    expect(showNotice).toHaveBeenCalledTimes(1);
  });

  it('is not also reported as an uncaught error', () => {
    const lostModule = rejection(new TypeError('Importing a module script failed.'));
    const other = rejection(new TypeError('x is not a function'));
    for (const event of [lostModule, other]) dispatchEvent(event);
    expect([lostModule.defaultPrevented, other.defaultPrevented]).toEqual([true, false]);
  });

  it('is not suspected after other failures', () => {
    dispatchEvent(rejection(new TypeError('x is not a function')));
    dispatchEvent(rejection('Importing a module script failed.'));
    vi.advanceTimersByTime(60_000);
    expect(reload).not.toHaveBeenCalled();
    expect(showNotice).not.toHaveBeenCalled();
  });
});

describe('a script that fails to load while the page is being left', () => {
  const LEAVING_MS = 15_000;
  const fails = () =>
    dispatchEvent(rejection(new TypeError('error loading dynamically imported module: /_astro/a.js')));
  const use = (html: string, event: Event) => {
    document.body.innerHTML = html;
    document.querySelector('[data-used]')?.dispatchEvent(event);
  };
  const click = () => new MouseEvent('click', { bubbles: true, cancelable: true });

  it.each([
    ['a link', '<a href="/genres"><b data-used>Genres</b></a>', click],
    ['a form', '<form data-used action="/search"></form>', () => new Event('submit', { bubbles: true })],
  ])('does not reload the page while the page opened by %s loads', (_what, html, event) => {
    use(html, event());
    fails();
    vi.advanceTimersByTime(LEAVING_MS - 1);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a button', '<button data-used></button>', false],
    ['a link that a script handles', '<a href="/genres" data-used>Genres</a>', true],
  ])('reloads the page after a click on %s, which does not leave the page', (_what, html, isHandled) => {
    use('<a href="/genres" data-used>Genres</a>', click());
    const event = click();
    if (isHandled) event.preventDefault();
    use(html, event);
    fails();
    vi.advanceTimersByTime(SETTLE_MS);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('does not reload the page after the visitor has left it, even if they return', () => {
    fails();
    dispatchEvent(new Event('pagehide'));
    vi.advanceTimersByTime(60_000);
    expect(reload).not.toHaveBeenCalled();
    expect(showNotice).not.toHaveBeenCalled();
  });
});
