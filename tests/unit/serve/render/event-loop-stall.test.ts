import { describe, expect, it } from 'vitest';
import { createStallDetector } from '#src/serve/render/event-loop-stall.ts';

/** A thread whose processor time the test controls. */
function thread(systemShare = 0) {
  const at = { now: 5000, cpuMs: 0 };
  const stall = createStallDetector(
    async () => ({ user: at.cpuMs * 1000 * (1 - systemShare), system: at.cpuMs * 1000 * systemShare }),
    () => at.now,
  );
  /** Advances the clock in steps of 100 ms, with a given fraction of processor time. */
  const advance = async (ms: number, share: number, beats: () => number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      at.now += 100;
      at.cpuMs += 100 * share;
      stall.check(beats());
      await Promise.resolve();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { stall, advance };
}

describe('the stall detector of a render thread', () => {
  it('measures how long the event loop is blocked while it uses the processor', async () => {
    const { stall, advance } = thread();
    await advance(1000, 1, () => 7);
    expect(stall.isLongerThan(1000)).toBe(false);
    await advance(500, 1, () => 7);
    expect(stall.isLongerThan(1000)).toBe(true);
  });

  it('measures zero while the event loop is running or has no work', async () => {
    const { stall, advance } = thread();
    let beats = 0;
    await advance(5000, 1, () => {
      beats += 1;
      return beats;
    });
    expect(stall.isLongerThan(100)).toBe(false);
    await advance(5000, 1, () => 0);
    expect(stall.isLongerThan(100)).toBe(false);
  });

  it('does not count the time in which the thread waits for a processor', async () => {
    const { stall, advance } = thread();
    await advance(8000, 0.1, () => 7);
    expect(stall.isLongerThan(1000)).toBe(false);
  });

  it('also detects a blocked thread that uses no processor time, but only after a longer time', async () => {
    const { stall, advance } = thread();
    await advance(21_000, 0, () => 7);
    expect(stall.isLongerThan(1000)).toBe(true);
  });

  it('counts processor time that the thread spends in the system', async () => {
    const { stall, advance } = thread(0.75);
    await advance(1500, 1, () => 7);
    expect(stall.isLongerThan(1000)).toBe(true);
  });

  it('reports a stall only above the limit', async () => {
    const { stall, advance } = thread();
    await advance(1200, 1, () => 7);
    expect([stall.isLongerThan(1000), stall.isLongerThan(999)]).toEqual([false, true]);
    const idle = thread();
    await idle.advance(2200, 0, () => 7);
    expect([idle.stall.isLongerThan(100), idle.stall.isLongerThan(99)]).toEqual([false, true]);
  });

  it('restarts from zero when the event loop runs again', async () => {
    const { stall, advance } = thread();
    await advance(5000, 1, () => 7);
    await advance(600, 1, () => 8);
    expect(stall.isLongerThan(1000)).toBe(false);
    await advance(700, 1, () => 8);
    expect(stall.isLongerThan(1000)).toBe(true);
  });

  it('measures zero before the first check, and ignores results that arrive late', async () => {
    const resolvers: ((usage: { user: number; system: number }) => void)[] = [];
    let now = 0;
    const stall = createStallDetector(
      () => new Promise((resolve) => resolvers.push(resolve)),
      () => now,
    );
    expect(stall.isLongerThan(0)).toBe(false);
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    stall.check(7);
    stall.check(7);
    now = 10;
    stall.check(8);
    stall.check(8);
    resolvers[0]?.({ user: 0, system: 0 });
    await settled();
    resolvers[1]?.({ user: 9_000_000, system: 0 });
    await settled();
    expect(stall.isLongerThan(1000)).toBe(false);
  });

  it('measures nothing for a thread that has ended', async () => {
    const ended = createStallDetector(
      () => Promise.reject(new Error('the thread has ended')),
      () => 0,
    );
    for (const beats of [7, 7, 7]) ended.check(beats);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended.isLongerThan(0)).toBe(false);
    const none = createStallDetector(
      () => undefined,
      () => 0,
    );
    for (const beats of [7, 7, 7]) none.check(beats);
    await new Promise((resolve) => setImmediate(resolve));
    expect(none.isLongerThan(0)).toBe(false);
  });
});
