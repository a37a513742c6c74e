// @vitest-environment happy-dom
import { atom } from 'nanostores';
import { describe, expect, it, vi } from 'vitest';
import { startWhen } from '#src/features/reader/island/lazy-start.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a lazily loaded part of the reader', () => {
  it('starts once, when its store first becomes true', async () => {
    const $open = atom(0);
    const start = vi.fn(async () => () => {});
    startWhen($open, (count) => count > 1, start);
    $open.set(1);
    await settled();
    expect(start).not.toHaveBeenCalled();
    for (const count of [2, 3, 0, 4]) $open.set(count);
    await settled();
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('starts immediately if its store is true from the beginning', async () => {
    const start = vi.fn(async () => () => {});
    startWhen(atom(true), Boolean, start);
    await settled();
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('is loaded again at the next opportunity if it failed to load', async () => {
    const $open = atom(true);
    const start = vi.fn<() => Promise<() => void>>().mockRejectedValueOnce(new Error('offline'));
    start.mockResolvedValue(() => {});
    startWhen($open, Boolean, start);
    await settled();
    $open.set(false);
    $open.set(true);
    await settled();
    $open.set(false);
    $open.set(true);
    await settled();
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('is stopped when the subscription ends, even while still loading', async () => {
    const $open = atom(true);
    const end = vi.fn();
    let load = (_end: () => void) => {};
    const start = vi.fn(
      () =>
        new Promise<() => void>((resolve) => {
          load = resolve;
        }),
    );
    const stop = startWhen($open, Boolean, start);
    stop();
    expect(end).not.toHaveBeenCalled();
    load(end);
    await settled();
    expect(end).toHaveBeenCalledTimes(1);
    $open.set(false);
    $open.set(true);
    await settled();
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('is not loaded if its condition becomes true only after it was stopped', async () => {
    const start = vi.fn(async () => () => {});
    const $open = atom(false);
    startWhen($open, Boolean, start)();
    $open.set(true);
    await settled();
    expect(start).not.toHaveBeenCalled();
  });
});
