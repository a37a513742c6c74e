// @vitest-environment happy-dom
import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canFullScreen, canStayAwake, followWakeLock, toggleFullScreen } from '#src/features/reader/island/screen.ts';

class Lock {
  released = false;
  release = vi.fn(async () => {
    this.released = true;
  });
}

let locks: Lock[];
const request = vi.fn();
let hidden = false;
const settled = () => new Promise((resolve) => setTimeout(resolve));
const stops: (() => void)[] = [];

beforeEach(() => {
  locks = [];
  hidden = false;
  request.mockReset().mockImplementation(async () => {
    const lock = new Lock();
    locks.push(lock);
    return lock;
  });
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

function follow(awake: boolean) {
  const $awake = atom(awake);
  const stop = followWakeLock($awake);
  stops.push(stop);
  return { $awake, stop };
}

async function setHidden(isHidden: boolean): Promise<void> {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
  await settled();
}

describe('the wake lock of the reader', () => {
  it('keeps the screen on while enabled', async () => {
    const { $awake } = follow(false);
    await settled();
    expect(request).not.toHaveBeenCalled();
    $awake.set(true);
    await settled();
    expect(request.mock.calls).toEqual([['screen']]);
    $awake.set(false);
    await settled();
    expect(locks.map(({ released }) => released)).toEqual([true]);
  });

  it('is requested again when the page is visible again after the browser released it', async () => {
    follow(true);
    await settled();
    await setHidden(false);
    expect(locks.length).toBe(1);
    await setHidden(true);
    expect(locks[0]?.released).toBe(true);
    await setHidden(false);
    expect(locks.map(({ released }) => released)).toEqual([true, false]);
  });

  it('is released when it is stopped', async () => {
    const { $awake, stop } = follow(true);
    await settled();
    stop();
    expect(locks[0]?.released).toBe(true);
    $awake.set(false);
    $awake.set(true);
    await setHidden(false);
    expect(locks.length).toBe(1);
  });

  it('is skipped if the browser rejects the request, and requested again later', async () => {
    request.mockRejectedValueOnce(new Error('low battery'));
    follow(true);
    await settled();
    expect(locks).toEqual([]);
    await setHidden(false);
    expect(locks.length).toBe(1);
  });

  it('is unavailable in a browser without support', async () => {
    expect(canStayAwake()).toBe(true);
    Reflect.deleteProperty(navigator, 'wakeLock');
    expect(canStayAwake()).toBe(false);
    follow(true);
    await setHidden(false);
    expect(request).not.toHaveBeenCalled();
  });
});

describe('full-screen mode of the reader', () => {
  const enter = vi.fn(async () => {});
  const exit = vi.fn(async () => {});
  function screen(enabled: boolean | undefined, element: Element | null = null): void {
    Object.defineProperty(document, 'fullscreenEnabled', { value: enabled, configurable: true });
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true });
    document.exitFullscreen = exit;
    document.documentElement.requestFullscreen = enter;
    enter.mockReset().mockResolvedValue(undefined);
    exit.mockReset().mockResolvedValue(undefined);
  }

  it('is entered and left if the browser allows it', () => {
    screen(true);
    toggleFullScreen();
    expect([canFullScreen(), enter.mock.calls.length, exit.mock.calls.length]).toEqual([true, 1, 0]);
    screen(true, document.body);
    toggleFullScreen();
    expect([enter.mock.calls.length, exit.mock.calls.length]).toEqual([0, 1]);
  });

  it('is not entered if it is unavailable, and a rejection by the browser is not an error', async () => {
    for (const enabled of [false, undefined]) {
      screen(enabled);
      toggleFullScreen();
      expect([canFullScreen(), enter.mock.calls.length]).toEqual([false, 0]);
    }
    screen(true);
    enter.mockRejectedValueOnce(new Error('no gesture'));
    toggleFullScreen();
    await settled();
    expect(enter).toHaveBeenCalledTimes(1);
  });
});
