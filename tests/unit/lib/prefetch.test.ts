import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prefetchWhenIdle } from '#src/lib/prefetch.ts';

const idle: (() => void)[] = [];
const connect = (connection?: { saveData?: boolean; effectiveType?: string }) =>
  vi.stubGlobal('navigator', connection ? { connection } : {});

beforeEach(() => {
  idle.length = 0;
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
});
afterEach(() => vi.unstubAllGlobals());

describe('prefetchWhenIdle', () => {
  it('loads code on a fast connection, but only when the browser is idle', () => {
    connect({ effectiveType: '4g' });
    const load = vi.fn(async () => undefined);
    prefetchWhenIdle(load);
    expect(load).not.toHaveBeenCalled();
    for (const run of idle) run();
    expect(load).toHaveBeenCalledOnce();
  });

  it('ignores code that cannot be loaded', async () => {
    connect({ effectiveType: '4g' });
    prefetchWhenIdle(() => Promise.reject(new Error('offline')));
    for (const run of idle) run();
    await Promise.resolve();
  });

  it.each([
    ['a slow connection', { effectiveType: '3g' }],
    ['a visitor who saves data', { effectiveType: '4g', saveData: true }],
    ['a browser that reports no connection', undefined],
  ])('loads nothing for %s', (_name, connection) => {
    connect(connection);
    prefetchWhenIdle(async () => undefined);
    expect(idle).toEqual([]);
  });
});
