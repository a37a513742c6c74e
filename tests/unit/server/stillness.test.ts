import { describe, expect, it } from 'vitest';
import { createStillness } from '#src/server/stillness.ts';

/** A thread whose processor time a test sets. */
function thread(systemShare = 0) {
  const at = { now: 5000, cpuMs: 0 };
  const stillness = createStillness(
    async () => ({ user: at.cpuMs * 1000 * (1 - systemShare), system: at.cpuMs * 1000 * systemShare }),
    () => at.now,
  );
  /** Passes time in steps of 100 ms, with a share of the processor. */
  const pass = async (ms: number, share: number, beats: () => number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      at.now += 100;
      at.cpuMs += 100 * share;
      stillness.check(beats());
      await Promise.resolve();
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { stillness, pass };
}

describe('the stillness of a thread', () => {
  it('is that of its event loop while it takes the processor', async () => {
    const { stillness, pass } = thread();
    await pass(1000, 1, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(false);
    await pass(500, 1, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(true);
  });

  it('is none while the event loop comes round, or without work', async () => {
    const { stillness, pass } = thread();
    let beats = 0;
    await pass(5000, 1, () => {
      beats += 1;
      return beats;
    });
    expect(stillness.isLongerThan(100)).toBe(false);
    await pass(5000, 1, () => 0);
    expect(stillness.isLongerThan(100)).toBe(false);
  });

  it('does not count the time in which the thread waits for a processor', async () => {
    const { stillness, pass } = thread();
    await pass(8000, 0.1, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(false);
  });

  it('is long at last also for a thread that takes no time', async () => {
    const { stillness, pass } = thread();
    await pass(21_000, 0, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(true);
  });

  it('counts time in the system as work', async () => {
    const { stillness, pass } = thread(0.75);
    await pass(1500, 1, () => 7);
    expect(stillness.isLongerThan(1000)).toBe(true);
  });

  it('is longer than its bound only once it is beyond it', async () => {
    const { stillness, pass } = thread();
    await pass(1200, 1, () => 7);
    expect([stillness.isLongerThan(1000), stillness.isLongerThan(999)]).toEqual([false, true]);
    const idle = thread();
    await idle.pass(2200, 0, () => 7);
    expect([idle.stillness.isLongerThan(100), idle.stillness.isLongerThan(99)]).toEqual([false, true]);
  });

  it('begins anew when the event loop has come round', async () => {
    const { stillness, pass } = thread();
    await pass(5000, 1, () => 7);
    await pass(600, 1, () => 8);
    expect(stillness.isLongerThan(1000)).toBe(false);
    await pass(700, 1, () => 8);
    expect(stillness.isLongerThan(1000)).toBe(true);
  });

  it('is none before anything was checked, and takes no measure that came late', async () => {
    const tell: ((usage: { user: number; system: number }) => void)[] = [];
    let now = 0;
    const stillness = createStillness(
      () => new Promise((resolve) => tell.push(resolve)),
      () => now,
    );
    expect(stillness.isLongerThan(0)).toBe(false);
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    stillness.check(7);
    stillness.check(7);
    now = 10;
    stillness.check(8);
    stillness.check(8);
    tell[0]?.({ user: 0, system: 0 });
    await settled();
    tell[1]?.({ user: 9_000_000, system: 0 });
    await settled();
    expect(stillness.isLongerThan(1000)).toBe(false);
  });

  it('is not known of a thread that has ended', async () => {
    const ended = createStillness(
      () => Promise.reject(new Error('the thread has ended')),
      () => 0,
    );
    for (const beats of [7, 7, 7]) ended.check(beats);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended.isLongerThan(0)).toBe(false);
    const none = createStillness(
      () => undefined,
      () => 0,
    );
    for (const beats of [7, 7, 7]) none.check(beats);
    await new Promise((resolve) => setImmediate(resolve));
    expect(none.isLongerThan(0)).toBe(false);
  });
});
