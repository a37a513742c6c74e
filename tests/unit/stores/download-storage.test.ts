import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserDownloadStorage } from '#src/stores/download-storage.ts';

const caches = {};

function stubBrowser(storage?: unknown, serviceWorker: unknown = {}) {
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', { serviceWorker, storage });
  const opened = browserDownloadStorage();
  if (!opened) throw new Error('There is room.');
  return opened;
}

describe('room for books', () => {
  it('is there where the browser has caches and a worker that serves them', () => {
    expect(stubBrowser().caches).toBe(caches);
    vi.stubGlobal('navigator', {});
    expect(browserDownloadStorage()).toBeUndefined();
    vi.unstubAllGlobals();
    vi.stubGlobal('navigator', { serviceWorker: {} });
    expect(browserDownloadStorage()).toBeUndefined();
  });

  it('asks for pages as everybody, and for files past the worker', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (...request: unknown[]) => asked.push(request));
    const storage = stubBrowser();
    const { signal } = new AbortController();
    await storage.fetch('/book-reader/7/21');
    await storage.fetch('/book-reader/7/22', signal);
    await storage.file('/_astro/a.0123.js', signal);
    expect(asked).toEqual([
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
  ])('of %o is %o', async (estimate, size) => {
    expect(await stubBrowser({ estimate: async () => estimate }).size()).toEqual(size);
  });

  it('is unknown where the browser has no answer', async () => {
    expect([await stubBrowser().size(), await stubBrowser({}).size()]).toEqual([undefined, undefined]);
  });

  it('is asked for to last, and nothing is said where it cannot', () => {
    let asked = 0;
    // Nothing but the storage handles its failure: one of `vi.fn` would count as handled.
    const persist = async () => {
      asked += 1;
      throw new Error('not granted');
    };
    stubBrowser({ persist }).persist();
    expect(asked).toBe(1);
    expect(() => stubBrowser({}).persist()).not.toThrow();
    expect(() => stubBrowser().persist()).not.toThrow();
  });
});

describe('waiting', () => {
  afterEach(() => void vi.useRealTimers());

  it('takes its time', async () => {
    vi.useFakeTimers();
    const over = vi.fn();
    void stubBrowser().wait(100, new AbortController().signal).then(over);
    await vi.advanceTimersByTimeAsync(99);
    expect(over).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(over).toHaveBeenCalledOnce();
  });

  it('ends at once where it is given up, and leaves no timer', async () => {
    vi.useFakeTimers();
    const given = new AbortController();
    const waiting = stubBrowser().wait(100, given.signal);
    given.abort(new Error('the visitor stopped it'));
    await expect(waiting).rejects.toThrow('the visitor stopped it');
    expect(vi.getTimerCount()).toBe(0);
  });
});
