// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let answer: (() => Promise<Response>) | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  answer = undefined;
  vi.stubGlobal('fetch', () => answer?.() ?? Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

/** The page for lack of a connection as it stands at an address; `reload` is only noted. */
async function open(path: string) {
  history.replaceState(null, '', path);
  const { reloadWhenOnline } = await import('#src/browser/deferred/reload-when-online.ts');
  vi.clearAllTimers();
  const reload = vi.fn();
  reloadWhenOnline(reload);
  return reload;
}

it('loads the page again once the site answers', async () => {
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

it('asks at once when the browser has a connection, and believes the site alone', async () => {
  const reload = await open('/genres');
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).not.toHaveBeenCalled();
  answer = async () => new Response();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalled();
});

it('stays at its own address', async () => {
  const reload = await open('/es/offline');
  answer = async () => new Response();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).not.toHaveBeenCalled();
});
