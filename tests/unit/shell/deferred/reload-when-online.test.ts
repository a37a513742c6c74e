// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let answer: (() => Promise<Response>) | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  answer = undefined;
  sessionStorage.clear();
  vi.stubGlobal('fetch', () => answer?.() ?? Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

/** Opens the offline page at a URL; `reload` is only recorded. */
async function open(path: string) {
  history.replaceState(null, '', path);
  const { reloadWhenOnline } = await import('#src/shell/deferred/reload-when-online.ts');
  const now = Date.now();
  vi.clearAllTimers();
  // Clearing timers also resets the clock.
  vi.setSystemTime(now);
  const reload = vi.fn();
  reloadWhenOnline(reload);
  return reload;
}

it('the offline page is reloaded when the site responds', async () => {
  const reload = await open('/genres');
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
  answer = async () => new Response(null, { status: 502 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
  answer = async () => new Response();
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledOnce();
});

it('the offline page sends a check when the browser is online, and reloads only if the site responds', async () => {
  const reload = await open('/genres');
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).not.toHaveBeenCalled();
  answer = async () => new Response();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalled();
});

it('the offline page checks at increasing intervals while the site does not respond', async () => {
  answer = async () => new Response();
  const pauses: number[] = [];
  for (let time = 0; time < 9; time += 1) {
    const opened = Date.now();
    const reload = await open('/genres');
    while (reload.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(5000);
    pauses.push((Date.now() - opened) / 1000);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

it('the offline page starts with short intervals again when it is shown for a different page', async () => {
  answer = async () => new Response();
  for (const path of ['/genres', '/genres', '/tags']) {
    const reload = await open(path);
    await vi.advanceTimersByTimeAsync(5000);
    expect(reload).toHaveBeenCalledTimes(path === '/genres' && sessionStorage.getItem('seen') ? 0 : 1);
    sessionStorage.setItem('seen', '1');
  }
});

it('the offline page is not reloaded if it was opened at its own URL', async () => {
  const reload = await open('/es/offline');
  answer = async () => new Response();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).not.toHaveBeenCalled();
});
