// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ReportOptions, reportErrors } from '#src/shell/error-report/client-errors.ts';

const ORIGIN = 'https://www.ash.test';
const sent = vi.fn<typeof fetch>();
let page: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sent.mockReset().mockResolvedValue(new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', sent);
  location.href = `${ORIGIN}/search/result/alice?q=alice@example.com`;
  page = new AbortController();
});
afterEach(() => {
  page.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Installs the script; its listeners are removed after the test. */
function start(options: Partial<ReportOptions> = {}): void {
  const listen = window.addEventListener.bind(window);
  const spy = vi
    .spyOn(window, 'addEventListener')
    .mockImplementation((type: string, on: unknown, capture?: unknown) =>
      listen(type, on as EventListener, { capture: capture === true, signal: page.signal }),
    );
  reportErrors({ page: 'search', share: 1, needsConsent: false, ...options });
  spy.mockRestore();
}

const errorAt = (frame: string, message = 'x is not defined') =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at f (${ORIGIN}/_astro/${frame})` });
const throwError = (error: unknown, more: ErrorEventInit = {}) =>
  window.dispatchEvent(new ErrorEvent('error', { error, ...more }));
const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
const reports = () => sent.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
const settle = () => vi.advanceTimersByTime(600);

describe('client error reports', () => {
  it('contain the class of the error, known words, file names of this site and the kind of page, but no cookies or URL', () => {
    start();
    throwError(errorAt('page.ab12.js:1:22', 'alice is not a function'));
    settle();
    expect(sent.mock.calls).toEqual([
      [
        '/_client-errors',
        {
          method: 'POST',
          body: '{"kind":"error","name":"TypeError","message":"… is not a function","frames":["page.ab12.js:1:22"],"page":"search"}',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          keepalive: true,
        },
      ],
    ]);
  });

  it('are sent for unhandled rejections, with and without an error object', () => {
    start();
    reject(errorAt('a.js:1:2'));
    reject('alice left the object');
    reject({ alice: 1 });
    settle();
    expect(reports()).toMatchObject([
      { kind: 'rejection', frames: ['a.js:1:2'] },
      { kind: 'rejection', name: 'Error', message: '… the object', frames: [] },
      { kind: 'rejection', name: 'Error', message: '', frames: [] },
    ]);
  });

  it.each([
    ['an import', () => window.dispatchEvent(new CustomEvent('vite:preloadError', { detail: missing() }))],
    ['a rejection', () => reject(missing())],
    [
      'an island',
      () =>
        document.body.dispatchEvent(
          new CustomEvent('astro:hydration-error', { bubbles: true, detail: { error: missing('?astro-retry=1') } }),
        ),
    ],
    [
      'a script element',
      () => {
        const script = document.createElement('script');
        vi.spyOn(script, 'src', 'get').mockReturnValue(`${ORIGIN}/_astro/Fields.x1.js`);
        document.body.append(script);
        script.dispatchEvent(new Event('error'));
      },
    ],
  ])('are sent once for a file that failed to load: %s', (_name, lose) => {
    start();
    lose();
    lose();
    settle();
    expect(reports()).toEqual([
      { kind: 'chunk', name: 'Error', message: '', frames: ['Fields.x1.js'], page: 'search' },
    ]);
  });

  it('are sent for an island that does not hydrate', () => {
    start();
    const detail = { error: errorAt('a.js:1:2') };
    document.body.dispatchEvent(new CustomEvent('astro:hydration-error', { bubbles: true, detail }));
    throwError(errorAt('client.js:1:2', 'Minified React error #418; visit https://react.dev/errors/418?args[]=alice'));
    settle();
    expect(reports()).toMatchObject([
      { kind: 'hydration', frames: ['a.js:1:2'] },
      { kind: 'hydration', message: 'Minified React error #418' },
    ]);
  });

  it('contain the position that the browser reports if the thrown value is not an error', () => {
    start();
    throwError('alice', { message: 'Uncaught alice', filename: `${ORIGIN}/_astro/a.js`, lineno: 3, colno: 4 });
    throwError(null, {
      message: 'x',
      filename: `${ORIGIN}/search/result/alice?q=alice@example.com`,
      lineno: 5,
      colno: 6,
    });
    settle();
    expect(reports()).toMatchObject([
      { name: 'Error', message: '…', frames: ['a.js:3:4'] },
      { name: 'Error', message: '…', frames: ['page:5:6'] },
    ]);
  });

  it('are not sent for errors of extensions and third-party scripts or known harmless errors', () => {
    start();
    throwError(Object.assign(new Error('a'), { stack: 'Error: a\n    at f (chrome-extension://x/y.js:1:2)' }));
    throwError(null, { message: 'Script error.' });
    throwError(null, { message: 'a', filename: 'https://elsewhere.test/a.js', lineno: 1, colno: 1 });
    throwError(null, { message: 'ResizeObserver loop limit exceeded', filename: `${ORIGIN}/search/result/alice` });
    reject(Object.assign(new Error('Failed to fetch dynamically imported module: https://elsewhere.test/a.js'), {}));
    settle();
    expect(sent).not.toHaveBeenCalled();
  });

  it('are sent once per error and at most five times', () => {
    start();
    for (const line of [1, 1, 1, 2, 3, 4, 5, 6, 7]) throwError(errorAt(`a.js:${line}:1`));
    settle();
    expect(reports().map(({ frames }) => frames[0])).toEqual([1, 2, 3, 4, 5].map((line) => `a.js:${line}:1`));
  });

  it('are not sent for requests aborted by leaving the page, while other errors are sent before the page closes', () => {
    start();
    reject(new TypeError('Failed to fetch'));
    reject(missing());
    throwError(errorAt('a.js:1:1'));
    window.dispatchEvent(new Event('pagehide'));
    throwError(errorAt('a.js:2:1'));
    settle();
    expect(reports()).toMatchObject([{ frames: ['a.js:1:1'] }]);
    window.dispatchEvent(new Event('pageshow'));
    throwError(errorAt('a.js:3:1'));
    settle();
    expect(reports()).toHaveLength(2);
  });

  it('are sent for a prerendered page only after it is shown', () => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    start();
    throwError(errorAt('a.js:1:1'));
    settle();
    expect(sent).not.toHaveBeenCalled();
    document.dispatchEvent(new Event('prerenderingchange'));
    Reflect.deleteProperty(document, 'prerendering');
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('cause no further error if sending fails', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    sent.mockRejectedValue(new TypeError('Failed to fetch'));
    start();
    throwError(errorAt('a.js:1:1'));
    settle();
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('sending client error reports', () => {
  const listeners = (options: Partial<ReportOptions>) => {
    const spy = vi.spyOn(window, 'addEventListener').mockReturnValue();
    reportErrors({ page: 'home', share: 1, needsConsent: false, ...options });
    const count = spy.mock.calls.length;
    spy.mockRestore();
    return count;
  };

  it('is limited to the share of page loads that the brand specifies', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.1);
    expect([0, 0.1, 0.2].map((share) => listeners({ share }) > 0)).toEqual([false, false, true]);
  });

  it.each([
    ['globalPrivacyControl', true],
    ['doNotTrack', '1'],
  ])('is off if the browser asks not to be tracked: %s', (name, value) => {
    Object.defineProperty(navigator, name, { value, configurable: true });
    const count = listeners({});
    Reflect.deleteProperty(navigator, name);
    expect(count).toBe(0);
  });

  it('starts only after consent if the brand requires it', () => {
    start({ needsConsent: true });
    throwError(errorAt('a.js:1:1'));
    settle();
    localStorage.setItem('lectern:consent', 'false');
    throwError(errorAt('a.js:2:1'));
    settle();
    expect(sent).not.toHaveBeenCalled();
    localStorage.setItem('lectern:consent', 'true');
    throwError(errorAt('a.js:3:1'));
    settle();
    expect(reports()).toMatchObject([{ frames: ['a.js:3:1'] }]);
  });
});

const missing = (query = '') =>
  new TypeError(`Failed to fetch dynamically imported module: ${ORIGIN}/_astro/Fields.x1.js${query}`);
