import { vi } from 'vitest';

let visit = new AbortController();

/** Runs `work` as a page's scripts, after removing the previous page's listeners from the window. */
export function load<T>(work: () => T): T {
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  const listen = window.addEventListener.bind(window);
  const add = (type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) =>
    listen(type, listener, { ...(typeof options === 'object' ? options : {}), signal });
  const spy = vi.spyOn(window, 'addEventListener').mockImplementation(add as typeof window.addEventListener);
  try {
    return work();
  } finally {
    spy.mockRestore();
  }
}
