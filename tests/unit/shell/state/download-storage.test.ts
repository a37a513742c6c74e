import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserDownloadStorage } from '#src/shell/state/download-storage.ts';

const caches = {};

function stubBrowser(storage?: unknown, serviceWorker: unknown = {}) {
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { serviceWorker, storage });
  const opened = browserDownloadStorage();
  if (!opened) throw new Error('There is room.');
  return opened;
}

describe('the storage for downloads', () => {
  it('is available if the browser has caches and an active worker', () => {
    expect(stubBrowser().caches).toBe(caches);
    vi.stubGlobal('navigator', {});
    expect(browserDownloadStorage()).toBeUndefined();
    vi.unstubAllGlobals();
    vi.stubGlobal('navigator', { serviceWorker: {} });
    expect(browserDownloadStorage()).toBeUndefined();
  });

  it('requests pages without credentials, and files without the worker', async () => {
    const requests: unknown[] = [];
    vi.stubGlobal('fetch', async (...request: unknown[]) => requests.push(request));
    const storage = stubBrowser();
    const { signal } = new AbortController();
    await storage.fetch('/book-reader/7/21');
    await storage.fetch('/book-reader/7/22', signal);
    await storage.file('/_astro/a.0123.js', signal);
    expect(requests).toEqual([
      ['/book-reader/7/21', { credentials: 'omit' }],
      ['/book-reader/7/22', { credentials: 'omit', signal }],
      ['/_astro/a.0123.js', { credentials: 'omit', cache: 'force-cache', signal }],
    ]);
  });

  it.each([
    [
      { usage: 3, quota: 10 },
      { used: 3, room: 10 },
    ],
    [
      { usage: 0, quota: 0 },
      { used: 0, room: 0 },
    ],
    [{ usage: 3 }, undefined],
    [{ quota: 10 }, undefined],
  ])("converts the browser's estimate %o to %o", async (estimate, size) => {
    expect(await stubBrowser({ estimate: async () => estimate }).size()).toEqual(size);
  });

  it('has an unknown size if the browser does not provide an estimate', async () => {
    expect([await stubBrowser().size(), await stubBrowser({}).size()]).toEqual([undefined, undefined]);
  });

  it('requests persistence, and is used even if persistence is denied', () => {
    let requests = 0;
    // A rejection from `vi.fn` would always count as handled. This rejection is handled only if the storage handles it.
    const persist = async () => {
      requests += 1;
      throw new Error('not granted');
    };
    stubBrowser({ persist }).persist();
    expect(requests).toBe(1);
    expect(() => stubBrowser({}).persist()).not.toThrow();
    expect(() => stubBrowser().persist()).not.toThrow();
  });
});

describe('a delay with an abort signal', () => {
  afterEach(() => void vi.useRealTimers());

  it('lasts the specified time', async () => {
    vi.useFakeTimers();
    const over = vi.fn();
    void stubBrowser().wait(100, new AbortController().signal).then(over);
    await vi.advanceTimersByTimeAsync(99);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
  });

  it('ends immediately when aborted and leaves no timer behind', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const waiting = stubBrowser().wait(100, controller.signal);
    controller.abort(new Error('the visitor stopped it'));
    await expect(waiting).rejects.toThrow('the visitor stopped it');
    expect(vi.getTimerCount()).toBe(0);
  });
});
